/** Reads and replaces the files of ids: private, as a whole, and only in folders that are not links. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { type Environment, homeFolder, variable } from "../settings/paths.ts";

/** In bytes; a longer file was not written by tome. */
const longestFile = 2 ** 21;

/** The folder of all ids; it need not exist. */
export function idsFolder(env: Environment): string {
  const named = variable(env, "XDG_CACHE_HOME");
  const caches = named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), ".cache");
  return join(caches, "tome", "ids");
}

export function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = process.getuid === undefined || stats?.uid === process.getuid();
  return stats?.isDirectory() === true && isOwn;
}

/** Creates the folder if there is none, and makes it private; throws if it cannot be trusted. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwnFolder(folder)) throw new Error("The folder cannot be trusted.");
  if (process.platform !== "win32" && (lstatSync(folder).mode & 0o077) !== 0) {
    chmodSync(folder, 0o700);
  }
}

/** The text of a file; empty if there is none that can be trusted. */
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
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
