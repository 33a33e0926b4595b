/**
 * Files and folders of the platform's data, which are accessible to their owner only and never read
 * through a symbolic link. The functions use synchronous calls, because the files are small and
 * read at startup, where a thread would take longer.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { ApiError } from "../../errors.ts";
import { renameFile } from "../../files/rename-file.ts";

/**
 * Creates the folder if it does not exist, and restricts it to the owner.
 * @throws ApiError if it is a symbolic link, not a folder, or owned by another user
 */
export async function preparePrivateFolder(path: string): Promise<void> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  claim(path, "folder", 0o700);
}

/** The same for a file; a new one is empty. */
export async function preparePrivateFile(path: string): Promise<void> {
  if (claim(path, "file", 0o600)) return;
  closeSync(openSync(path, "wx", 0o600));
}

/** @returns the text, or undefined if the file does not exist */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  if (!claim(path, "file", 0o600)) return undefined;
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Replaces the file atomically: a reader sees either the old or the new text, even after a crash. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  claim(path, "file", 0o600);
  const temporaryPath = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(temporaryPath, "wx", 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    await renameFile(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  if (process.platform === "win32") return;
  const folder = openSync(dirname(path), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Whether it exists. Refuses one that cannot be trusted, and restricts one that other users can
 * access.
 */
function claim(path: string, kind: "file" | "folder", mode: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.isSymbolicLink()) throw createRefusal(path, "is a symbolic link");
  if (!(kind === "file" ? stats.isFile() : stats.isDirectory())) {
    throw createRefusal(path, `is not a ${kind}`);
  }
  if (process.platform === "win32") return true;
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    throw createRefusal(path, "belongs to another user");
  }
  if ((stats.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  return true;
}

function createRefusal(path: string, reason: string): ApiError {
  return new ApiError(
    400,
    `${path} ${reason}. The data must be in regular files and folders that you own. Use another folder.`,
    { hint: "tome local path" },
  );
}
