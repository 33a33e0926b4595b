/** File list of a local checkout or folder, as an import would read it. */
import type { RepositoryFile } from "../../document/repository/repository-fault.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { type ForeignFolder, openForeignFolder } from "../../files/foreign-folder.ts";
import { isFolder } from "../../files/replace-folder.ts";
import { findCheckout, listCheckout } from "../../programs/checkout.ts";

/** Larger than any documentation repository; protects against a wrong folder. */
const maximumFiles = 200_000;
/** In bytes. Imports accept up to 50 MiB per file. */
const maximumFileSize = 256 * 1024 * 1024;

export interface RepositoryFolder {
  readonly files: readonly RepositoryFile[];
  /** Entries that cannot be read, each with its reason. */
  readonly refused: readonly FileRefusedError[];
  /** Symbolic links within the checkout. */
  readonly links: readonly string[];
  /** Whether a file or folder exists, regardless of Git. */
  readonly has: (path: string) => Promise<boolean>;
  /** @throws FileRefusedError */
  readonly read: (path: string) => Promise<string>;
  /** @throws FileRefusedError */
  readonly readBytes: (path: string) => Promise<Uint8Array>;
}

/**
 * Lists the files that Git tracks or would add; outside of a checkout, all files. Symbolic links within the
 * folder are skipped, as in an import; other entries that are not regular files are reported.
 * @param name the name of the folder for messages
 * @throws UsageError if it is not a folder
 */
export async function readFolder(folder: string, name: string): Promise<RepositoryFolder> {
  const content = openForeignFolder(folder, name);
  if (!(await isFolder(folder))) throw new UsageError(`${name} is not a folder.`);
  const checkout = await findCheckout(folder);
  const listed = checkout && (await listCheckout(checkout, folder));
  const paths = listed ?? (await listByFolders(content, name));
  const { isContentPath } = await import("../../document/repository/check-files.ts");
  const refused: FileRefusedError[] = [];
  const links: string[] = [];
  const looks = paths.sort().map(async (path): Promise<RepositoryFile[]> => {
    try {
      const entry = await content.look(path, checkout?.top);
      if (entry?.kind === "file") return [{ path, size: entry.size, stamp: entry.stamp }];
      if (entry?.kind === "link") links.push(path);
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      if (isContentPath(path)) refused.push(error);
    }
    return [];
  });
  const files = (await Promise.all(looks)).flat();
  const options = { limit: maximumFileSize };
  return {
    files,
    refused,
    links: links.sort(),
    has: (path) => content.has(path),
    read: (path) => content.readText(path, options),
    readBytes: (path) => content.readBytes(path, options),
  };
}

async function listByFolders(content: ForeignFolder, name: string): Promise<string[]> {
  const paths: string[] = [];
  const pending = [""];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    for (const entry of (await content.list(below)) ?? []) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== ".git" && entry.name !== "node_modules") pending.push(path);
      } else paths.push(path);
      if (paths.length > maximumFiles) {
        throw new UsageError(
          `${name} has more than ${maximumFiles} files. Specify the folder of the documentation.`,
        );
      }
    }
  }
  return paths;
}
