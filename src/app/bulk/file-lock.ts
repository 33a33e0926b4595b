/** Sees to it that one process at a time works on a file; a process that was killed holds nothing. */
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { UsageError } from "../../errors.ts";

/**
 * @returns lets it go
 * @throws UsageError where a living process holds it
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  for (;;) {
    if (await made(lock)) return () => rm(lock, { force: true });
    const holder = await readFile(lock, "utf8").catch(() => undefined);
    if (holder === undefined) continue;
    if (lives(holder)) {
      const [pid] = holder.split(" ");
      throw new UsageError(
        `The process ${pid} works with ${path}; wait for its end. If none does, remove ${lock}.`,
      );
    }
    await takeAway(lock, holder);
  }
}

/** It appears with its text in it, or not at all. */
async function made(lock: string): Promise<boolean> {
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

/** Two may see at once that its holder is dead: who gets the lock that the other has made gives it back. */
async function takeAway(lock: string, dead: string): Promise<void> {
  const taken = `${lock}.${process.pid}.dead`;
  await rename(lock, taken).catch(() => undefined);
  const found = await readFile(taken, "utf8").catch(() => dead);
  if (found !== dead) await link(taken, lock).catch(() => undefined);
  await rm(taken, { force: true });
}

function lives(holder: string): boolean {
  const [word = "", start = ""] = holder.split(" ");
  const pid = Number(word);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It may be another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return start === "" || start === startOf(pid);
}

/** When a process began, where the system tells: a number of a dead one may be given anew. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may hold blanks.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
