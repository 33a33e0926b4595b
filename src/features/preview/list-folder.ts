/** Current files of a folder, each identified by its content. */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Context } from "../../context.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { type RepositoryFolder, readFolder } from "../check/read-repository.ts";
import { contentFiles } from "./content-files.ts";

type FolderPreview = Awaited<ReturnType<Context["local"]["preview"]>>;
export type OfferedFolder = Parameters<FolderPreview["offer"]>[0];

/** A file as of its last reading. */
interface FileSnapshot {
  readonly stamp: string;
  readonly oid: string;
}

/**
 * @param named name for messages
 * @returns a function that lists the folder; files with unchanged metadata are not read again
 */
export function folderLister(folder: string, named: string) {
  let filesByPath: ReadonlyMap<string, FileSnapshot> = new Map();
  const url = pathToFileURL(folder).href;
  return async (): Promise<{
    readonly content: RepositoryFolder;
    readonly listed: OfferedFolder;
  }> => {
    const content = await readFolder(folder, named);
    const chosen = new Set(await contentFiles(content, named));
    const now = new Map<string, FileSnapshot>();
    const looks = content.files.map(async ({ path, size, stamp = "" }) => {
      if (!chosen.has(path)) return [];
      const before = filesByPath.get(path);
      const oid = before?.stamp === stamp ? before.oid : await findFileOid(content, path);
      // A file that was deleted since the listing is skipped.
      if (oid === undefined) return [];
      now.set(path, { stamp, oid });
      return [{ path, size, oid }];
    });
    const files = (await Promise.all(looks)).flat();
    filesByPath = now;
    const commit = computeHash(JSON.stringify(files));
    return { content, listed: { url, folder, commit, files } };
  };
}

/** @returns undefined for an unreadable file, which the check reports */
async function findFileOid(
  { readBytes }: RepositoryFolder,
  path: string,
): Promise<string | undefined> {
  try {
    return computeHash(await readBytes(path));
  } catch (error) {
    if (error instanceof FileRefusedError) return undefined;
    throw error;
  }
}

/** Same length as Git object ids. */
function computeHash(bytes: Uint8Array | string): string {
  return createHash("sha1").update(bytes).digest("hex");
}
