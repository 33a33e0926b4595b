/** Contents of the files that an edit inserts: sent with it, or fetched from a URL. */

import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { ApiError } from "../../../errors.ts";
import { trimEndCharacter } from "../../../json/trimming.ts";
import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { Egress } from "../../engines/outside.ts";

export type NewFile = Extract<ContentChange, { operation: "insert_files" }>["files"][number];

export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** In bytes; larger files can be imported with Git. */
const largestFile = 1024 * 1024;

/** The timeout for one file, in milliseconds. */
const patience = 20_000;

/**
 * Fetches each file only once.
 * @param outside absent if no file is fetched from a URL
 */
export function openFiles(outside: Egress | undefined) {
  const fetches = new Map<NewFile, Promise<UploadedFile>>();
  /**
   * @throws ApiError 400 for a file with no source, two sources or no type, 413 for more than 1 MiB,
   * 422 if it cannot be fetched
   */
  return (file: NewFile): Promise<UploadedFile> => {
    const bytes = fetches.get(file) ?? readBytes(file, outside);
    fetches.set(file, bytes);
    return bytes;
  };
}

async function readBytes(file: NewFile, outside: Egress | undefined): Promise<UploadedFile> {
  const { name, base64, url, contentType } = file;
  if ((base64 === undefined) === (url === undefined)) {
    throw new ApiError(400, `${name} needs its contents as base64, or a url to fetch them from.`, {
      field: "files",
    });
  }
  if (base64 !== undefined) {
    if (contentType === undefined) {
      throw new ApiError(400, `${name} needs a contentType, because its contents have none.`, {
        field: "files",
      });
    }
    return { bytes: decodeBase64(base64, name), contentType };
  }
  const fetched = await fetchFile(name, url ?? "", outside);
  return { ...fetched, contentType: contentType ?? fetched.contentType };
}

async function fetchFile(
  name: string,
  url: string,
  outside: Egress | undefined,
): Promise<UploadedFile> {
  if (outside === undefined) throw new Error("Files are fetched before the transaction.");
  try {
    const { status, headers, body } = await outside.fetch({ url, largest: largestFile, patience });
    if (status !== 200) throw new FetchFailure("failed", `${url} responded with status ${status}.`);
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    return { bytes: body, contentType: type.trim() || "application/octet-stream" };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new ApiError(422, `Fetching ${name} failed: ${error.message}`, { field: "files" });
  }
}

function decodeBase64(base64: string, name: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  // The decoder skips invalid characters, so only valid base64 survives a round trip.
  if (
    trimEndCharacter(bytes.toString("base64"), "=") !==
    trimEndCharacter(base64.replace(/\s+/g, ""), "=")
  ) {
    throw new ApiError(400, `The contents of ${name} are not valid base64.`, { field: "files" });
  }
  if (bytes.length > largestFile) {
    throw new ApiError(
      413,
      `${name} has ${bytes.length} bytes, which exceeds the limit of ${largestFile}. Import larger files with Git.`,
      { field: "files" },
    );
  }
  return bytes;
}
