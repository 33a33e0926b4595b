/** Files of the id cache: private, replaced atomically, and only in folders that are not links. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { renameFileSync } from "../../files/rename-file-sync.ts";
import { getHomeFolder, readVariable, type SettingsEnvironment } from "../../settings/paths.ts";

/** In bytes; tome does not write longer files. */
const longestFile = 2 ** 21;

/** The folder of all ids; it may be missing. */
export function getIdsFolder(env: SettingsEnvironment): string {
  const named = readVariable(env, "XDG_CACHE_HOME");
  const caches =
    named !== undefined && isAbsolute(named) ? named : join(getHomeFolder(env), ".cache");
  return join(caches, "tome", "ids");
}

export function isOwnFolder(path: string): boolean {
  return isOwn(lstatSync(path, { throwIfNoEntry: false }));
}

function isOwn(stats: Stats | undefined): stats is Stats {
  const isByUser = process.getuid === undefined || stats?.uid === process.getuid();
  return stats?.isDirectory() === true && isByUser;
}

/** Creates the folder if it is missing and makes it private; throws if it cannot be trusted. */
export function prepareFolder(folder: string): void {
  let stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    stats = lstatSync(folder);
  }
  if (!isOwn(stats)) throw new Error("The folder is not private.");
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** The text of a file; empty if there is no trusted file. */
export function readFile(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= longestFile ? readFileSync(path, "utf8") : "";
}

/** A reader gets the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  if (readFile(path) === text) return;
  const temporary = `${path}.${process.pid}-${Date.now()}`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameFileSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
