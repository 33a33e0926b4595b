/** Folders that take the place of others as a whole, each by one renaming. */
import { constants, existsSync } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Whether anything can be reached by the path. */
export function isPresent(path: string): boolean {
  return existsSync(path);
}

/** The path without links; as it is if there is nothing. */
export async function resolvePath(path: string): Promise<string> {
  return existsSync(path) ? realpath(path) : path;
}

/** Whether it is a folder and not a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Whether it is a folder, or a link to one that the user named. */
export async function isFolderOrLink(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** The names in a folder; undefined for anything else, also for a link to one. */
export async function listFolder(path: string): Promise<readonly string[] | undefined> {
  return (await lstat(path)).isDirectory() ? readdir(path) : undefined;
}

/** @throws an error of the system if anything has the name */
export async function createFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
}

export async function createParents(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}

/** Removes a folder with all that is in it; a link is removed and not followed. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

export async function renameFolder(from: string, to: string): Promise<void> {
  await rename(from, to);
}

/** So that what was renamed in it survives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
