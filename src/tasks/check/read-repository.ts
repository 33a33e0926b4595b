/** The files of a checkout or folder on this machine, as an import would find them. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryFile } from "../../document/repository/fault.ts";
import { UsageError } from "../../errors.ts";
import { findCheckout, listCheckout } from "../../programs/checkout.ts";

/** More than any repository of documentation has; a wrong folder ends here. */
const mostFiles = 200_000;

export interface Folder {
  readonly files: readonly RepositoryFile[];
  readonly read: (path: string) => Promise<string>;
}

/**
 * What Git knows or would add, else everything. Links are left out, as an import leaves them out.
 * @param named for messages
 * @throws UsageError for what is no folder
 */
export async function readFolder(folder: string, named: string): Promise<Folder> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`${named} is no folder.`);
  const paths = (await listedByGit(folder)) ?? (await listedByFolders(folder));
  const looks = paths.sort().map(async (path): Promise<RepositoryFile[]> => {
    const file = await lstat(join(folder, path), { bigint: true }).catch(() => undefined);
    if (!file?.isFile()) return [];
    const stamp = [file.mtimeNs, file.ctimeNs, file.size, file.ino].join(" ");
    return [{ path, size: Number(file.size), stamp }];
  });
  const files = (await Promise.all(looks)).flat();
  return { files, read: (path) => readFile(join(folder, path), "utf8") };
}

/** @returns undefined outside of a repository, and where there is no Git */
async function listedByGit(folder: string): Promise<string[] | undefined> {
  const checkout = await findCheckout(folder);
  return checkout && listCheckout(checkout, folder);
}

async function listedByFolders(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const left = [""];
  for (let below = left.pop(); below !== undefined; below = left.pop()) {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== ".git" && entry.name !== "node_modules") left.push(path);
      } else if (entry.isFile()) paths.push(path);
      if (paths.length > mostFiles) {
        throw new UsageError(
          `The folder has more than ${mostFiles} files; name the folder of the documentation.`,
        );
      }
    }
  }
  return paths;
}
