/** Atomic replacement of folders, each by one rename. */
import { constants, existsSync, lstatSync } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { renameFile } from "./rename-file.ts";

/** Whether the name is in use: by a file, a folder, or a link, also one whose target does not exist. */
export function isPresent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Below a file, and with a name that is too long, nothing can exist.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG") return false;
    throw error;
  }
}

/** The path without links; unchanged if it does not exist. */
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

/** The names in a folder; undefined for anything else, even a link to a folder. */
export async function listFolder(path: string): Promise<readonly string[] | undefined> {
  return (await lstat(path)).isDirectory() ? readdir(path) : undefined;
}

/** @throws an error of the system if the name exists */
export async function createFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
}

export async function createParents(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}

/** Removes a folder with its content; a link is removed and not followed. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

export async function renameFolder(from: string, to: string): Promise<void> {
  await renameFile(from, to);
}

/** So that a rename in it survives a power failure. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
