/**
 * Private files of the user. Modes that are too permissive are corrected, links and files of other
 * users are refused, and invalid JSON is set aside.
 */
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
  rmdirSync,
  type Stats,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { renameFileSync } from "../files/rename-file-sync.ts";
import { parseObject, type UnknownObject } from "./json.ts";

/** The directory of settings.json and tokens.json. */
export interface SettingsFolder {
  readonly path: string;
  /** Called with a sentence about a correction. */
  readonly warn: (text: string) => void;
}

/** A JSON file of that directory, and its schema. */
export interface OwnFile {
  readonly name: string;
  readonly isWhole: (document: UnknownObject) => boolean;
}

/**
 * The content of the file; empty if it is missing, or invalid and set aside.
 * @throws UsageError if the file or directory is a link, has the wrong type, or belongs to another
 *   user
 */
export function readOwnFile(folder: SettingsFolder, file: OwnFile): UnknownObject {
  try {
    return readOrRepair(folder, file);
  } catch (error) {
    throw withFileName(error, join(folder.path, file.name), "read");
  }
}

function readOrRepair(folder: SettingsFolder, file: OwnFile): UnknownObject {
  const content = read(folder, file);
  if (content !== "broken") return content;
  // The lock of the writers, so that none of them writes the file at the same time.
  const lock = lockPath(folder);
  try {
    mkdirSync(lock, { mode: 0o700 });
  } catch {
    folder.warn(`${join(folder.path, file.name)} is invalid and was ignored.`);
    return {};
  }
  try {
    return readOrSetAside(folder, file);
  } finally {
    rmdirSync(lock);
  }
}

/** As `readOwnFile`, for a caller that has the lock. */
export function readOrSetAside(folder: SettingsFolder, file: OwnFile): UnknownObject {
  const content = read(folder, file);
  if (content !== "broken") return content;
  const path = join(folder.path, file.name);
  const aside = `${path}.corrupt-${new Date().toISOString().replace(/[:.]/gu, "-")}`;
  renameFileSync(path, aside);
  folder.warn(`${path} is invalid. It was renamed to ${aside} and replaced by a new file.`);
  return {};
}

/** The lock of the whole directory: a directory that exists while a process writes. */
export function lockPath(folder: SettingsFolder): string {
  return join(folder.path, "settings.lock");
}

/** Creates the directory if it is missing, with access for the user only. */
export function prepareFolder(folder: SettingsFolder): void {
  if (!checkFolder(folder)) mkdirSync(folder.path, { recursive: true, mode: 0o700 });
}

/** An error of the system with the path of the file and advice; any other error unchanged. */
export function withFileName(error: unknown, path: string, action: "read" | "changed"): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const { code, syscall } = error;
  const message = `${path} cannot be ${action}: ${error.message}. Fix the permissions, or set TOME_CONFIG_DIR to another folder.`;
  return Object.assign(new Error(message, { cause: error }), { code, syscall });
}

function read(folder: SettingsFolder, file: OwnFile): UnknownObject | "broken" {
  const path = join(folder.path, file.name);
  if (!checkFolder(folder)) return {};
  const before = getStatistics(path);
  if (before === undefined) return {};
  refuseLink(path, before);
  // A link or pipe that replaced it in the meantime must not be followed or waited for.
  const flags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = openSync(path, constants.O_RDONLY | flags);
  try {
    const now = fstatSync(handle);
    if (!now.isFile()) throw createRefusal(path, "is not a file");
    refuseStranger(path, now);
    narrow(folder, path, now, 0o600, () => fchmodSync(handle, 0o600));
    const document = parseObject(readFileSync(handle, "utf8"));
    return document !== undefined && file.isWhole(document) ? document : "broken";
  } finally {
    closeSync(handle);
  }
}

/**
 * Whether the directory exists.
 * @throws UsageError for one that cannot be trusted
 */
function checkFolder(folder: SettingsFolder): boolean {
  const now = getStatistics(folder.path);
  if (now === undefined) return false;
  refuseLink(folder.path, now);
  if (!now.isDirectory()) throw createRefusal(folder.path, "is not a folder");
  refuseStranger(folder.path, now);
  narrow(folder, folder.path, now, 0o700, () => {
    // Restricting a shared directory such as /tmp would break other programs.
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
    throw createRefusal(path, "is accessible to other users, and its mode cannot be changed");
  }
  folder.warn(
    `${path} was accessible to other users. Its mode was changed to ${mode.toString(8)}.`,
  );
}

function refuseLink(path: string, now: Stats): void {
  if (now.isSymbolicLink()) throw createRefusal(path, "is a symbolic link");
}

function refuseStranger(path: string, now: Stats): void {
  if (process.getuid !== undefined && now.uid !== process.getuid()) {
    throw createRefusal(path, `belongs to another user (${now.uid})`);
  }
}

function createRefusal(path: string, reason: string): UsageError {
  return new UsageError(
    `${path} ${reason}. Settings and tokens must be in regular files and folders that you own. Replace it, or set TOME_CONFIG_DIR to another folder.`,
  );
}

function getStatistics(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
