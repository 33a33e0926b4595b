/** Files and folders of the platform's data: for their owner alone, and never through a link. */

import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes the folder where there is none, and closes it to others.
 * @throws an error where it is a link, no folder, or another user's
 */
export async function preparePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await claim(path, "folder", 0o700);
}

/** The same for a file; it is empty where it was not there. */
export async function preparePrivateFile(path: string): Promise<void> {
  if (await claim(path, "file", 0o600)) return;
  const handle = await open(path, "wx", 0o600);
  await handle.close();
}

/** @returns the text, or undefined where there is no such file */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  if (!(await claim(path, "file", 0o600))) return undefined;
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Replaces the file whole: a reader, or a crash, meets the old text or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await claim(path, "file", 0o600);
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(beside, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  if (process.platform === "win32") return;
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether it is there; one that cannot be trusted is refused, one open to others is closed. */
async function claim(path: string, kind: "file" | "folder", mode: number): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!found) return false;
  if (found.isSymbolicLink()) throw refusal(path, "is a symbolic link");
  if (!(kind === "file" ? found.isFile() : found.isDirectory())) {
    throw refusal(path, `is not a ${kind}`);
  }
  if (process.platform === "win32") return true;
  if (process.getuid !== undefined && found.uid !== process.getuid()) {
    throw refusal(path, "belongs to another user");
  }
  if ((found.mode & 0o777 & ~mode) !== 0) await chmod(path, mode);
  return true;
}

function refusal(path: string, reason: string): Error {
  return new Error(
    `${path} ${reason}; the platform keeps its data only in plain files and folders of your own. Name another folder.`,
  );
}
