/** Lock of a file for one process; the lock of a killed process does not count. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from "node:fs";
import { copyFile, link, open, rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { UsageError } from "../errors.ts";
import { createFlags, readFlags } from "./file-rules.ts";
import { renameFile } from "./rename-file.ts";

/** The operations of a file system that locks depend on, which tests replace. */
export interface LockSystem {
  /** Creates a hard link, and fails if the name exists. */
  readonly createLink: (from: string, to: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
}

const fileSystem: LockSystem = { createLink: link, rename: renameFile };

const mostEmptyReads = 20;
/** In milliseconds. */
const emptyPause = 50;

/** Size of a lock, in bytes; it contains two numbers. */
const maximumSize = 100;

/**
 * @returns the function that releases the lock
 * @throws UsageError if a living process has the lock, or another file has its name
 */
export async function lockFile(
  path: string,
  system: LockSystem = fileSystem,
): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  for (let emptyReads = 0; ; ) {
    if (await createLock(lock, system)) return () => rm(lock, { force: true });
    const holder = readHolder(lock);
    if (holder === undefined) continue;
    // Without hard links, a lock is empty for a moment; for longer only if its process was killed.
    if (holder === "" && emptyReads++ < mostEmptyReads) {
      await setTimeout(emptyPause);
      continue;
    }
    if (isAlive(holder)) {
      const [pid] = holder.split(" ");
      throw new UsageError(
        `The process ${pid} is using ${path}. Wait until it ends, or remove ${lock} if no such process is running.`,
      );
    }
    await removeDeadLock(lock, holder, system);
  }
}

/**
 * The process that has a lock, for commands that only read and take no lock.
 * @returns undefined if no living process has it
 */
export function findLockHolder(path: string): number | undefined {
  const holder = readHolder(`${path}.lock`);
  return holder !== undefined && isAlive(holder) ? Number(holder.split(" ")[0]) : undefined;
}

/**
 * A hard link, so that the lock never exists without its content. File systems without hard links,
 * such as exFAT and some network drives, get a file that is created exclusively.
 */
async function createLock(lock: string, system: LockSystem): Promise<boolean> {
  const own = `${lock}.${randomBytes(8).toString("hex")}`;
  try {
    const handle = await open(own, createFlags, 0o600);
    try {
      await handle.writeFile(`${process.pid} ${readStart(process.pid) ?? ""}`);
    } finally {
      await handle.close();
    }
    await createLockFile(own, lock, system);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return false;
    throw new UsageError(`The file ${lock} cannot be written (${String(code)}).`);
  } finally {
    await rm(own, { force: true });
  }
}

async function createLockFile(
  from: string,
  lock: string,
  { createLink }: LockSystem,
): Promise<void> {
  await createLink(from, lock).catch((error) => {
    if (error?.code === "EEXIST" || error?.code === "ENOENT") throw error;
    return copyFile(from, lock, constants.COPYFILE_EXCL);
  });
}

/**
 * Two processes can find the same dead lock: the one that removes the new lock of the other
 * restores it.
 */
async function removeDeadLock(lock: string, dead: string, system: LockSystem): Promise<void> {
  const moved = `${lock}.${randomBytes(8).toString("hex")}.dead`;
  await system.rename(lock, moved).catch(() => undefined);
  const holder = readHolder(moved) ?? dead;
  if (holder !== dead) await createLockFile(moved, lock, system).catch(() => undefined);
  await rm(moved, { force: true });
}

/**
 * The text of a lock; undefined if there is none.
 * @throws UsageError for anything but a small file, which tome did not write
 */
function readHolder(lock: string): string | undefined {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw refuseOther(lock);
  let handle: number;
  try {
    handle = openSync(lock, readFlags);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw refuseOther(lock);
  }
  try {
    if (!fstatSync(handle).isFile()) throw refuseOther(lock);
    const bytes = Buffer.alloc(maximumSize);
    return bytes.subarray(0, readSync(handle, bytes)).toString("latin1");
  } finally {
    closeSync(handle);
  }
}

function refuseOther(lock: string): UsageError {
  return new UsageError(`${lock} is not a lock file of tome. Remove it.`);
}

function isAlive(holder: string): boolean {
  const [word = "", start = ""] = holder.split(" ");
  const pid = Number(word);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return start === "" || start === readStart(pid);
}

/** The start time of a process, if the system provides it: the id of a dead process may be reused. */
function readStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name, in parentheses, can contain spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
