/** The files that completion reads: their owner's alone, replaced as a whole, in folders that are no links. */
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
import { type Environment, homeFolder, variable } from "../settings/places.ts";

/** Bytes of a file that is read again; a longer one was not written here. */
const longestFile = 2 ** 21;

/** The folder of all that is kept; it need not exist. */
export function idsFolder(env: Environment): string {
  const named = variable(env, "XDG_CACHE_HOME");
  const caches = named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), ".cache");
  return join(caches, "tome", "ids");
}

export function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = process.getuid === undefined || found?.uid === process.getuid();
  return found?.isDirectory() === true && isOwn;
}

/** Makes the folder where there is none, and closes it to others; throws where it cannot be trusted. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwnFolder(folder)) throw new Error("The folder cannot be trusted.");
  if (process.platform !== "win32" && (lstatSync(folder).mode & 0o077) !== 0) {
    chmodSync(folder, 0o700);
  }
}

/** Empty where there is none that can be trusted. */
export function readFile(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= longestFile ? readFileSync(path, "utf8") : "";
}

/** A reader meets the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  if (readFile(path) === text) return;
  const beside = `${path}.${process.pid}-${Date.now()}`;
  try {
    writeFileSync(beside, text, { flag: "wx", mode: 0o600 });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
