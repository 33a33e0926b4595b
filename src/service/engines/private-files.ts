/**
 * Files and folders of the platform's data: only for their owner, and never through a symbolic link.
 * The functions are synchronous inside: the files are small and read at the start, when a thread
 * would take longer than the work.
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
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Problem } from "../../errors.ts";

/**
 * Creates the folder if there is none, and closes it to other users.
 * @throws an error if it is a symbolic link, no folder, or another user's
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

/** @returns the text, or undefined if there is no such file */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  if (!claim(path, "file", 0o600)) return undefined;
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Replaces the file atomically: after a crash, and for a reader, it has the old text or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  claim(path, "file", 0o600);
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(beside, "wx", 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
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

/** Whether it exists; refuses one that cannot be trusted, and closes one that is open to other users. */
function claim(path: string, kind: "file" | "folder", mode: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.isSymbolicLink()) throw refusal(path, "is a symbolic link");
  if (!(kind === "file" ? stats.isFile() : stats.isDirectory())) {
    throw refusal(path, `is not a ${kind}`);
  }
  if (process.platform === "win32") return true;
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    throw refusal(path, "belongs to another user");
  }
  if ((stats.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  return true;
}

function refusal(path: string, reason: string): Problem {
  return new Problem(
    400,
    `${path} ${reason}; the platform keeps its data only in plain files and folders of your own. Name another folder.`,
    { hint: "tome local path" },
  );
}
