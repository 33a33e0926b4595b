/** Locks a file for one process; the lock of a process that was killed does not count. */
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { UsageError } from "../../errors.ts";

/**
 * @returns the function that releases the lock
 * @throws UsageError if a living process has the lock
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  for (;;) {
    if (await createLock(lock)) return () => rm(lock, { force: true });
    const holder = await readFile(lock, "utf8").catch(() => undefined);
    if (holder === undefined) continue;
    if (lives(holder)) {
      const [pid] = holder.split(" ");
      throw new UsageError(
        `The process ${pid} works with ${path}; wait for its end. If none does, remove ${lock}.`,
      );
    }
    await removeDeadLock(lock, holder);
  }
}

/** A link, so that the lock never exists without its text. */
async function createLock(lock: string): Promise<boolean> {
  const own = `${lock}.${process.pid}`;
  try {
    await writeFile(own, `${process.pid} ${startOf(process.pid) ?? ""}`, { mode: 0o600 });
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

/** Two processes may find the same dead lock: the one that removes the fresh lock of the other puts it back. */
async function removeDeadLock(lock: string, dead: string): Promise<void> {
  const moved = `${lock}.${process.pid}.dead`;
  await rename(lock, moved).catch(() => undefined);
  const holder = await readFile(moved, "utf8").catch(() => dead);
  if (holder !== dead) await link(moved, lock).catch(() => undefined);
  await rm(moved, { force: true });
}

function lives(holder: string): boolean {
  const [word = "", start = ""] = holder.split(" ");
  const pid = Number(word);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return start === "" || start === startOf(pid);
}

/** When a process started, if the system tells: the id of a dead process may be used again. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may contain blanks.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
