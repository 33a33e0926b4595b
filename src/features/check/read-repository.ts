/** The files of a checkout or folder on this machine, as an import would find them. */
import type { RepositoryFile } from "../../document/repository/fault.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { type ForeignFolder, openForeignFolder } from "../../files/foreign-folder.ts";
import { isFolder } from "../../files/whole-folder.ts";
import { findCheckout, listCheckout } from "../../programs/checkout.ts";

/** More than any repository of documentation has; a wrong folder ends here. */
const mostFiles = 200_000;
/** In bytes. An import takes 50 MiB of a file, and divides the text of pages among many. */
const maximumFileSize = 256 * 1024 * 1024;

export interface Folder {
  readonly files: readonly RepositoryFile[];
  /** What has the name of a file and cannot be read, each with its reason. */
  readonly refused: readonly FileRefusedError[];
  /** Links to files and folders of the checkout. */
  readonly links: readonly string[];
  /** @throws FileRefusedError */
  readonly read: (path: string) => Promise<string>;
  /** @throws FileRefusedError */
  readonly readBytes: (path: string) => Promise<Uint8Array>;
}

/**
 * Lists the files that Git tracks or would add; outside of a checkout, all files. Links to files of the folder are left out, as an
 * import leaves them out; what else is not a regular file is reported.
 * @param named for messages
 * @throws UsageError for what is no folder
 */
export async function readFolder(folder: string, named: string): Promise<Folder> {
  const content = openForeignFolder(folder, named);
  if (!(await isFolder(folder))) throw new UsageError(`${named} is no folder.`);
  const checkout = await findCheckout(folder);
  const listed = checkout && (await listCheckout(checkout, folder));
  const paths = listed ?? (await listedByFolders(content, named));
  const { isMarkdown } = await import("../../document/repository/paths.ts");
  const { isHidden } = await import("../../document/repository/outline.ts");
  /** Whether an import would read it, if it were a file or folder. */
  const isContent = (path: string) => {
    const [name = "", ...folders] = path.split("/").toReversed();
    if (path === ".gitbook.yaml" || path.startsWith(".gitbook/")) return true;
    return (isMarkdown(name) || !name.includes(".")) && ![name, ...folders].some(isHidden);
  };
  const refused: FileRefusedError[] = [];
  const links: string[] = [];
  const looks = paths.sort().map(async (path): Promise<RepositoryFile[]> => {
    try {
      const entry = await content.look(path, checkout?.top);
      if (entry?.kind === "file") return [{ path, size: entry.size, stamp: entry.stamp }];
      if (entry?.kind === "link" && isContent(path)) links.push(path);
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      if (isContent(path)) refused.push(error);
    }
    return [];
  });
  const files = (await Promise.all(looks)).flat();
  const options = { limit: maximumFileSize };
  return {
    files,
    refused,
    links,
    read: (path) => content.readText(path, options),
    readBytes: (path) => content.readBytes(path, options),
  };
}

async function listedByFolders(content: ForeignFolder, named: string): Promise<string[]> {
  const paths: string[] = [];
  const left = [""];
  for (let below = left.pop(); below !== undefined; below = left.pop()) {
    for (const entry of (await content.list(below)) ?? []) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== ".git" && entry.name !== "node_modules") left.push(path);
      } else paths.push(path);
      if (paths.length > mostFiles) {
        throw new UsageError(
          `${named} has more than ${mostFiles} files; name the folder of the documentation.`,
        );
      }
    }
  }
  return paths;
}
