/** Lock of a file for one process; the lock of a killed process does not count. */
import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { UsageError } from "../errors.ts";
import { createFlags, readFlags } from "./file-rules.ts";

/** Size of a lock, in bytes; it contains two numbers. */
const maximumSize = 100;

/**
 * @returns the function that releases the lock
 * @throws UsageError if a living process has the lock, or another file has its name
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  for (;;) {
    if (await createLock(lock)) return () => rm(lock, { force: true });
    const holder = readHolder(lock);
    if (holder === undefined) continue;
    if (isAlive(holder)) {
      const [pid] = holder.split(" ");
      throw new UsageError(
        `The process ${pid} is using ${path}. Wait until it ends, or remove ${lock} if no such process is running.`,
      );
    }
    await removeDeadLock(lock, holder);
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

/** A hard link, so that the lock never exists without its content. */
async function createLock(lock: string): Promise<boolean> {
  const own = `${lock}.${randomBytes(8).toString("hex")}`;
  try {
    const handle = await open(own, createFlags, 0o600);
    try {
      await handle.writeFile(`${process.pid} ${readStart(process.pid) ?? ""}`);
    } finally {
      await handle.close();
    }
    await link(own, lock);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return false;
    throw new UsageError(`The file ${lock} cannot be written (${String(code)}).`);
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Two processes can find the same dead lock: the one that removes the new lock of the other
 * restores it.
 */
async function removeDeadLock(lock: string, dead: string): Promise<void> {
  const moved = `${lock}.${randomBytes(8).toString("hex")}.dead`;
  await rename(lock, moved).catch(() => undefined);
  const holder = readHolder(moved) ?? dead;
  if (holder !== dead) await link(moved, lock).catch(() => undefined);
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
