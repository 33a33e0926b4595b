/**
 * Changes to a file of the settings directory, under a lock. No other module loads conf and
 * proper-lockfile.
 */
import fs from "node:fs";
import { join, parse } from "node:path";
import { UsageError } from "../errors.ts";
import { parseObject, type UnknownObject } from "./json.ts";
import {
  lockPath,
  type OwnFile,
  prepareFolder,
  readOrSetAside,
  type SettingsFolder,
  withFileName,
} from "./private-files.ts";

/** Milliseconds without an update after which the holder of a lock counts as dead. */
const deadAfter = 10_000;
/** Maximum wait for the lock, in milliseconds. */
const patience = 60_000;

/**
 * Replaces the content of a file atomically; concurrent processes wait for each other.
 * @param change gets the current content and returns the new one; undefined changes nothing
 * @throws UsageError if the directory stays locked or cannot be trusted
 */
export async function changeOwnFile(
  folder: SettingsFolder,
  file: OwnFile,
  change: (current: UnknownObject) => UnknownObject | undefined,
): Promise<void> {
  try {
    await changeLocked(folder, file, change);
  } catch (error) {
    throw withFileName(error, join(folder.path, file.name), "changed");
  }
}

async function changeLocked(
  folder: SettingsFolder,
  file: OwnFile,
  change: (current: UnknownObject) => UnknownObject | undefined,
): Promise<void> {
  const { default: Conf } = await import("conf");
  prepareFolder(folder);
  const release = await lock(folder);
  try {
    // From here to the release, the code is synchronous, so the directory is locked only briefly.
    const changed = change(readOrSetAside(folder, file));
    if (changed === undefined) return;
    removeLeftovers(folder);
    const store = new Conf<Record<string, unknown>>({
      cwd: folder.path,
      configName: parse(file.name).name,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: (document) => `${JSON.stringify(document, undefined, 2)}\n`,
      deserialize: (text) => ({ ...parseObject(text) }),
    });
    store.store = changed;
  } finally {
    await release();
  }
}

async function lock(folder: SettingsFolder): Promise<() => Promise<void>> {
  const lockfile = await import("proper-lockfile");
  const until = Date.now() + patience;
  const target = join(folder.path, "settings.json");
  while (true) {
    await removeDeadLock(folder, lockfile);
    try {
      return await lockfile.lock(target, {
        ...lockOptions(),
        lockfilePath: lockPath(folder),
        stale: Number.POSITIVE_INFINITY,
        retries: { retries: 30, minTimeout: 5, maxTimeout: 100, factor: 1.3, randomize: true },
      });
    } catch (error) {
      if (!isCode(error, "ELOCKED")) throw error;
      if (Date.now() > until) {
        throw new UsageError(
          `Another process is changing the settings in ${folder.path}. Try again, or remove ${lockPath(folder)} if no such process is running.`,
        );
      }
    }
  }
}

/**
 * Removes a lock whose process was killed. This has its own lock: of two processes that find the
 * same dead lock, the second could otherwise remove the new lock of the first.
 */
async function removeDeadLock(
  folder: SettingsFolder,
  lockfile: typeof import("proper-lockfile"),
): Promise<void> {
  const path = lockPath(folder);
  if (!isDead(path)) return;
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(path, { ...lockOptions(), stale: deadAfter });
  } catch (error) {
    if (isCode(error, "ELOCKED")) return;
    throw error;
  }
  try {
    if (isDead(path)) fs.rmdirSync(path);
  } finally {
    await release();
  }
}

function lockOptions() {
  return {
    realpath: false,
    update: deadAfter / 4,
    // The lock directory is private, regardless of the umask. Spreading Node's file system loads
    // all of it, so only writers do.
    fs: {
      ...fs,
      mkdir: (path: string, done: fs.NoParamCallback) => fs.mkdir(path, 0o700, done),
    },
    // The code under the lock is synchronous, so no timer can find it compromised.
    onCompromised: () => {},
  };
}

function isDead(path: string): boolean {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < Date.now() - deadAfter;
}

/** Removes temporary files of killed writers; under the lock, no process is writing them. */
function removeLeftovers(folder: SettingsFolder): void {
  for (const name of fs.readdirSync(folder.path)) {
    if (/^(?:settings|tokens)\.json\.tmp-/u.test(name)) fs.rmSync(join(folder.path, name));
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
