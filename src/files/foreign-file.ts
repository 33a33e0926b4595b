/**
 * One small file of a directory that another user may have written, read synchronously: for the
 * start of a command and for threads. `foreign-folder.ts` has the other operations.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { resolve } from "node:path";
import {
  isInside,
  readFlags,
  refuseLarge,
  refuseOutside,
  requireOneName,
  requireRegular,
  toFileError,
} from "./file-rules.ts";

interface ForeignFileOptions {
  /** In bytes. */
  readonly limit: number;
  /** The name of the file in messages. */
  readonly shown: string;
  /** Whether the file may have other names, even outside of the directory. */
  readonly mayHaveNames?: boolean;
}

/**
 * @param folder can itself be reached by links
 * @param name of the file, relative to the folder
 * @throws FileRefusedError for a file that is missing, not regular, outside of the folder or too
 *   large
 */
export function readForeignFile(folder: string, name: string, options: ForeignFileOptions): Buffer {
  const { limit, shown, mayHaveNames } = options;
  const handle = openInside(folder, name, shown);
  try {
    const stats = fstatSync(handle);
    requireRegular(stats, shown);
    if (!mayHaveNames) requireOneName(stats, shown);
    if (stats.size > limit) throw refuseLarge(shown, limit);
    return readWithin(handle, stats.size, options);
  } catch (error) {
    throw toFileError(error, shown);
  } finally {
    closeSync(handle);
  }
}

function openInside(folder: string, name: string, shown: string): number {
  const path = resolve(folder, name);
  try {
    const root = realpathSync.native(folder);
    const real = realpathSync.native(path);
    if (!isInside(root, real)) throw refuseOutside(shown, folder);
    requireRegular(lstatSync(real), shown);
    const handle = openSync(real, readFlags);
    if (isStillInside(handle, root, real)) return handle;
    closeSync(handle);
    throw refuseOutside(shown, folder);
  } catch (error) {
    throw toFileError(error, shown, isThere(path));
  }
}

/** Whether no directory on the path was replaced by a link in the meantime. */
function isStillInside(handle: number, root: string, real: string): boolean {
  if (process.platform === "linux") {
    try {
      return isInside(root, readlinkSync(`/proc/self/fd/${handle}`));
    } catch {
      // Without /proc, as on other systems.
    }
  }
  const [now, opened] = [statSync(real), fstatSync(handle)];
  return realpathSync.native(real) === real && now.ino === opened.ino && now.dev === opened.dev;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The size may be wrong: a file can grow, and some files have no size. */
function readWithin(handle: number, size: number, { limit, shown }: ForeignFileOptions): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(size, limit) + 1);
  for (let length = 0; ; ) {
    const count = readSync(handle, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > limit) throw refuseLarge(shown, limit);
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(length * 2, limit + 1));
      bytes.copy(larger);
      bytes = larger;
    }
  }
}
