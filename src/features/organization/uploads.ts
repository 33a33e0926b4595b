/** Uploads of files to the storage of an organization. */
import { basename } from "node:path";
import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import type { UploadKind } from "../../contract/font-values.ts";
import * as contract from "../../contract/storage.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";

/** A local file to upload. */
export interface LocalFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

interface UploadInput {
  readonly organizationId: string;
  readonly file: string;
  readonly kind?: UploadKind;
  readonly name?: string;
  readonly contentType?: string;
}

export async function upload(
  context: Context,
  { organizationId, file: path, kind = "organization_file", ...flags }: UploadInput,
): Promise<Result> {
  const file = await readLocalFile(context, path, flags);
  const client = await context.client();
  const { key, url } = await uploadFile(client, organizationId, kind, file);
  // The local platform publishes the file at the URL without its token.
  const published = kind === "organization_file" && context.settings.local;
  const record: JsonObject = {
    key,
    name: file.name,
    contentType: file.contentType,
    size: file.bytes.byteLength,
    ...(published && { url: withoutQuery(url) }),
  };
  return {
    done: `Uploaded ${file.name} (${file.bytes.byteLength} bytes).`,
    record,
    columns,
    brief: columns.filter((column) => column.path === "key" || column.path === "url"),
  };
}

const columns = [
  { header: "KEY", path: "key", as: "id", wide: true },
  { header: "URL", path: "url", as: "address", wide: true },
  { header: "NAME", path: "name", as: "title" },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
] as const;

/** @throws UsageError if the file cannot be read or is empty */
export async function readLocalFile(
  context: Pick<Context, "readBytes">,
  path: string,
  flags: { readonly name?: string; readonly contentType?: string } = {},
): Promise<LocalFile> {
  if (path === "-" && flags.name === undefined) {
    throw new UsageError("Standard input has no name. Specify one with --name.");
  }
  const bytes = await context.readBytes(path);
  if (bytes.byteLength === 0) throw new UsageError(`The file ${path} is empty.`);
  const name = flags.name ?? basename(path);
  const { default: mime } = await import("mime");
  const contentType = flags.contentType ?? mime.getType(name) ?? "application/octet-stream";
  return { name, contentType, bytes };
}

/** The request for the URL of a file. */
export function describeUpload(
  organizationId: string,
  kind: UploadKind,
  { name, contentType, bytes }: LocalFile,
) {
  return { organizationId, kind, file: { name, type: contentType, size: bytes.byteLength } };
}

/** @returns the key and the URL to which the file was uploaded */
export async function uploadFile(
  client: ApiClient,
  organizationId: string,
  kind: UploadKind,
  file: LocalFile,
): Promise<{ readonly key: string; readonly url: string }> {
  const request = describeUpload(organizationId, kind, file);
  const { key, url } = asObject((await client.call(contract.upload, request)).value);
  if (typeof key !== "string" || typeof url !== "string") {
    throw new ApiError(502, "The platform returned no URL for the upload.");
  }
  await client.upload(asText(url), file);
  return { key, url };
}

function withoutQuery(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}
