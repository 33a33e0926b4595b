/** The one way to change a file of the settings folder, and the one file that loads conf and proper-lockfile. */
import fs from "node:fs";
import { join, parse } from "node:path";
import { UsageError } from "../errors.ts";
import { type JsonObject, parseObject } from "./json.ts";
import {
  lockPath,
  namingFile,
  type OwnFile,
  prepareFolder,
  readOrSetAside,
  type SettingsFolder,
} from "./own-files.ts";

/** After this many milliseconds without a sign of life, the holder of a lock counts as dead. */
const deadAfter = 10_000;
const patience = 60_000;

/**
 * Replaces the file by what `change` makes of it, whole or not at all; concurrent processes wait for each other.
 * @param change gets the file as it is now, and returns it anew; undefined leaves it as it is
 * @throws UsageError where the folder stays locked, or cannot be trusted
 */
export async function changeOwnFile(
  folder: SettingsFolder,
  file: OwnFile,
  change: (current: JsonObject) => JsonObject | undefined,
): Promise<void> {
  try {
    await changeLocked(folder, file, change);
  } catch (error) {
    throw namingFile(error, join(folder.path, file.name), "changed");
  }
}

async function changeLocked(
  folder: SettingsFolder,
  file: OwnFile,
  change: (current: JsonObject) => JsonObject | undefined,
): Promise<void> {
  const { default: Conf } = await import("conf");
  prepareFolder(folder);
  const release = await lock(folder);
  try {
    // From here to the release nothing is awaited, so the lock is held for an instant.
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
          `The settings in ${folder.path} are being changed by another process; try again, or remove ${lockPath(folder)} if none runs.`,
        );
      }
    }
  }
}

/**
 * Removes a lock whose holder was killed. Two processes that see the same dead lock could otherwise
 * remove it twice, the second time the fresh lock of the first; so removing has a lock of its own.
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
    // The lock's folder is made for the user alone, whatever the umask. To copy all of Node's file
    // system loads the rest of it, so nobody does who only reads.
    fs: {
      ...fs,
      mkdir: (path: string, done: fs.NoParamCallback) => fs.mkdir(path, 0o700, done),
    },
    // Work under a lock awaits nothing, so no timer can find it lost in between.
    onCompromised: () => {},
  };
}

function isDead(path: string): boolean {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - deadAfter;
}

/** Halves of files whose writer was killed; under the lock, nobody is writing them any more. */
function removeLeftovers(folder: SettingsFolder): void {
  for (const name of fs.readdirSync(folder.path)) {
    if (/^(?:settings|tokens)\.json\.tmp-/u.test(name)) fs.rmSync(join(folder.path, name));
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
