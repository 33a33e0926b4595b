/**
 * Keeps the ids that commands have seen in plain files, from which the shells complete: in the
 * cache folder `tome/ids/<profile>/<host>/<noun>`, a line `id TAB title TAB parent` for each. A file
 * `.current` names the profile in force, and one in each profile's folder the host in force.
 */
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
import type { Settings } from "../context.ts";
import { type Environment, homeFolder, variable } from "../settings/places.ts";
import { oneLine } from "../terminal/neutralize.ts";
import { idFile, type Known } from "./id-parents.ts";
import type { SeenId } from "./id-rows.ts";

/** What is kept of a noun, the latest first. */
export const mostIds = 1000;
const longestTitle = 80;
/** Bytes of a file that is read again; a longer one was not written here. */
const longestFile = 2 ** 21;

export interface Sighting {
  readonly noun: Known;
  readonly ids: readonly SeenId[];
  /** Ids of things that are no longer there. */
  readonly gone?: readonly string[];
}

/**
 * Adds what was seen to what is known. Never throws: where it cannot be written, nothing is kept.
 * @param settings whose profile and address it was seen with
 */
export function rememberIds(
  { noun, ids, gone = [] }: Sighting,
  settings: Pick<Settings, "profile" | "baseUrl">,
  env: Environment,
): void {
  // Who knows an invite's id can use it, so it is a secret.
  if (noun === "invite" || ids.length + gone.length === 0) return;
  const { profile, baseUrl } = settings;
  trying(() => {
    const folder = join(prepared(env, profile.value), hostOf(baseUrl.value));
    prepare(folder);
    const path = join(folder, idFile(noun));
    replace(path, merged(read(path), ids, gone));
  });
  // A profile can be named for one command; the address that is its own is the same the next time.
  const isOwn = profile.value === "local" || isLasting(baseUrl.from);
  if (isOwn) rememberHost(profile.value, baseUrl.value, env);
  if (isLasting(profile.from)) rememberProfile(profile.value, env);
}

/** Names the profile in force for the shells. Never throws. */
export function rememberProfile(profile: string, env: Environment): void {
  trying(() => {
    prepared(env, profile);
    replace(join(idsFolder(env), ".current"), `${profile}\n`);
  });
}

/** Names the host of a profile's address for the shells. Never throws. */
export function rememberHost(profile: string, address: string, env: Environment): void {
  trying(() => replace(join(prepared(env, profile), ".current"), `${hostOf(address)}\n`));
}

/** The folder of all that is kept; it need not exist. */
export function idsFolder(env: Environment): string {
  return join(cacheFolder(env), "tome", "ids");
}

function cacheFolder(env: Environment): string {
  const named = variable(env, "XDG_CACHE_HOME");
  return named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), ".cache");
}

/** Whether the next command line will have the same value without being told so again. */
function isLasting(from: string): boolean {
  return !/^(?:flag|environment|project file) /.test(from);
}

/** The profile's folder, made where there is none. */
function prepared(env: Environment, profile: string): string {
  const ofProfile = join(idsFolder(env), profile);
  for (const folder of [join(cacheFolder(env), "tome"), idsFolder(env), ofProfile]) prepare(folder);
  return ofProfile;
}

function hostOf(address: string): string {
  return new URL(address).host.replace(/[^A-Za-z0-9.-]/g, "_");
}

/** Completion is a convenience: what stands in its way is none of the command's business. */
function trying(work: () => void): void {
  try {
    work();
  } catch {
    // The shells offer what they can read.
  }
}

function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOwn) throw new Error("The folder cannot be trusted.");
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Empty where there is none that can be trusted. */
function read(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= longestFile ? readFileSync(path, "utf8") : "";
}

/** A reader meets the old text or the new one. */
function replace(path: string, text: string): void {
  if (read(path) === text) return;
  const beside = `${path}.${process.pid}-${Date.now()}`;
  try {
    writeFileSync(beside, text, { flag: "wx", mode: 0o600 });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** The lines of the file: what was seen now comes first, what is gone not at all. */
function merged(text: string, ids: readonly SeenId[], gone: readonly string[]): string {
  const known = new Map(
    text.split("\n").map((line): [string, string[]] => {
      const [id = "", ...rest] = line.split("\t");
      return [id, rest];
    }),
  );
  const lines = new Map<string, string>();
  for (const { id, title, parent } of ids) {
    if (lines.size >= mostIds) break;
    const [oldTitle = "", oldParent = ""] = known.get(id) ?? [];
    const shown = title === undefined ? oldTitle : shownTitle(title);
    lines.set(id, [id, shown, parent ?? oldParent].join("\t"));
  }
  for (const [id, rest] of known) {
    if (lines.size >= mostIds) break;
    if (!lines.has(id)) lines.set(id, [id, ...rest].join("\t"));
  }
  for (const id of gone) lines.delete(id);
  const good = [...lines.values()].filter(isWhole);
  return good.map((line) => `${line}\n`).join("");
}

/** An id that cannot be typed as it is cannot be completed either. */
function isWhole(line: string): boolean {
  return /^[\w.][\w.-]{0,254}\t\P{Cc}*\t(?:[\w.-]{1,255})?$/u.test(line);
}

function shownTitle(title: string): string {
  return [...oneLine(title.slice(0, 4 * longestTitle))].slice(0, longestTitle).join("");
}
