/**
 * Files and folders of the platform's data: for their owner alone, and never through a link. Each is
 * small and used at a start, where to hand the work to a thread would take longer than the work.
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
 * Makes the folder where there is none, and closes it to others.
 * @throws an error where it is a link, no folder, or another user's
 */
export async function preparePrivateFolder(path: string): Promise<void> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  claim(path, "folder", 0o700);
}

/** The same for a file; it is empty where it was not there. */
export async function preparePrivateFile(path: string): Promise<void> {
  if (claim(path, "file", 0o600)) return;
  closeSync(openSync(path, "wx", 0o600));
}

/** @returns the text, or undefined where there is no such file */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  if (!claim(path, "file", 0o600)) return undefined;
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Replaces the file whole: a reader, or a crash, meets the old text or the new one. */
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

/** Whether it is there; one that cannot be trusted is refused, one open to others is closed. */
function claim(path: string, kind: "file" | "folder", mode: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (found.isSymbolicLink()) throw refusal(path, "is a symbolic link");
  if (!(kind === "file" ? found.isFile() : found.isDirectory())) {
    throw refusal(path, `is not a ${kind}`);
  }
  if (process.platform === "win32") return true;
  if (process.getuid !== undefined && found.uid !== process.getuid()) {
    throw refusal(path, "belongs to another user");
  }
  if ((found.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  return true;
}

function refusal(path: string, reason: string): Problem {
  return new Problem(
    400,
    `${path} ${reason}; the platform keeps its data only in plain files and folders of your own. Name another folder.`,
    { hint: "tome local path" },
  );
}
