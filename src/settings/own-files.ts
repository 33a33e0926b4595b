/** Reads files that belong to the user alone: wider modes are repaired; links, strangers' files and broken JSON are kept out. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { type JsonObject, parseObject } from "./json.ts";

/** The folder of settings.json and tokens.json. */
export interface SettingsFolder {
  readonly path: string;
  /** Is told, in a sentence, what was repaired or set aside on the way. */
  readonly warn: (text: string) => void;
}

/** A JSON file of that folder, and what it must look like to be worked on. */
export interface OwnFile {
  readonly name: string;
  readonly isWhole: (document: JsonObject) => boolean;
}

/**
 * What the file holds; empty where there is none, or where it was broken and set aside.
 * @throws UsageError where the file or the folder is a link, not a file or folder, or another user's
 */
export function readOwnFile(folder: SettingsFolder, file: OwnFile): JsonObject {
  try {
    return readOrMend(folder, file);
  } catch (error) {
    throw namingFile(error, join(folder.path, file.name), "read");
  }
}

function readOrMend(folder: SettingsFolder, file: OwnFile): JsonObject {
  const found = read(folder, file);
  if (found !== "broken") return found;
  // The same lock as the writers', made the same way: nobody can put a whole file there meanwhile.
  const lock = lockPath(folder);
  try {
    mkdirSync(lock, { mode: 0o700 });
  } catch {
    folder.warn(`${join(folder.path, file.name)} is not valid, and was ignored.`);
    return {};
  }
  try {
    return readOrSetAside(folder, file);
  } finally {
    rmdirSync(lock);
  }
}

/** As `readOwnFile`, for whoever holds the lock. */
export function readOrSetAside(folder: SettingsFolder, file: OwnFile): JsonObject {
  const found = read(folder, file);
  if (found !== "broken") return found;
  const path = join(folder.path, file.name);
  const aside = `${path}.corrupt-${new Date().toISOString().replace(/[:.]/gu, "-")}`;
  renameSync(path, aside);
  folder.warn(`${path} is not valid; it was set aside as ${aside}, and a new one is begun.`);
  return {};
}

/** The lock of everything in the folder: a folder that exists as long as somebody writes. */
export function lockPath(folder: SettingsFolder): string {
  return join(folder.path, "settings.lock");
}

/** Makes the folder where there is none, for the user alone. */
export function prepareFolder(folder: SettingsFolder): void {
  if (!checkFolder(folder)) mkdirSync(folder.path, { recursive: true, mode: 0o700 });
}

/** The system's error, saying which file of ours it is about and what cures it; any other as it is. */
export function namingFile(error: unknown, path: string, deed: "read" | "changed"): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const { code, syscall } = error;
  const message = `${path} cannot be ${deed}: ${error.message}. Cure that, or name another folder in TOME_CONFIG_DIR.`;
  return Object.assign(new Error(message, { cause: error }), { code, syscall });
}

function read(folder: SettingsFolder, file: OwnFile): JsonObject | "broken" {
  const path = join(folder.path, file.name);
  if (!checkFolder(folder)) return {};
  const before = statistics(path);
  if (before === undefined) return {};
  refuseLink(path, before);
  // A link or pipe put there since must neither be followed nor waited for.
  const flags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = openSync(path, constants.O_RDONLY | flags);
  try {
    const now = fstatSync(handle);
    if (!now.isFile()) throw refusal(path, "is not a file");
    refuseStranger(path, now);
    narrow(folder, path, now, 0o600, () => fchmodSync(handle, 0o600));
    const document = parseObject(readFileSync(handle, "utf8"));
    return document !== undefined && file.isWhole(document) ? document : "broken";
  } finally {
    closeSync(handle);
  }
}

/** Whether there is a folder; one that cannot be trusted is refused. */
function checkFolder(folder: SettingsFolder): boolean {
  const now = statistics(folder.path);
  if (now === undefined) return false;
  refuseLink(folder.path, now);
  if (!now.isDirectory()) throw refusal(folder.path, "is not a folder");
  refuseStranger(folder.path, now);
  narrow(folder, folder.path, now, 0o700, () => {
    // To close a folder that serves other ends, such as /tmp, would do harm.
    if ((now.mode & 0o1000) !== 0 || folder.path === homedir()) throw new Error("shared");
    chmodSync(folder.path, 0o700);
  });
  return true;
}

function narrow(
  folder: SettingsFolder,
  path: string,
  now: Stats,
  mode: number,
  repair: () => void,
): void {
  if (process.platform === "win32" || (now.mode & 0o777 & ~mode) === 0) return;
  try {
    repair();
  } catch {
    throw refusal(path, "is open to other users, and its mode cannot be changed");
  }
  folder.warn(`${path} was open to other users; its mode is now ${mode.toString(8)}.`);
}

function refuseLink(path: string, now: Stats): void {
  if (now.isSymbolicLink()) throw refusal(path, "is a symbolic link");
}

function refuseStranger(path: string, now: Stats): void {
  if (process.getuid !== undefined && now.uid !== process.getuid()) {
    throw refusal(path, `belongs to another user (${now.uid})`);
  }
}

function refusal(path: string, reason: string): UsageError {
  return new UsageError(
    `${path} ${reason}; settings and tokens are kept only in plain files and folders of your own. Replace it, or name another folder in TOME_CONFIG_DIR.`,
  );
}

function statistics(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
