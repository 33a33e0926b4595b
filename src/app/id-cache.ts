/**
 * Keeps the ids that commands have seen in plain files, from which the shells complete: in the cache
 * folder `tome/ids/<profile>/<origin>/<noun>`, a line `id TAB title TAB parent` for each. The ids of
 * the embedded platform are those of its data, in `tome/ids/local/<place of the data>`. A file
 * `.current` names the profile in force, and one in each profile's folder the origin or the place.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../context.ts";
import { placeOf } from "../contract/database-address.ts";
import { type Environment, variable } from "../settings/places.ts";
import { oneLine } from "../terminal/neutralize.ts";
import { idsFolder, isOwnFolder, prepareFolder, readFile, replaceFile } from "./id-files.ts";
import { idFile, type Known, livingIn } from "./id-parents.ts";
import type { SeenId } from "./id-rows.ts";

export { idsFolder } from "./id-files.ts";

/** What is kept of a noun, the latest first. */
export const mostIds = 1000;
const longestTitle = 80;

/** What says whose ids they are: a profile and its address, or the embedded platform's data. */
export type SeenWith = Pick<Settings, "profile" | "baseUrl" | "dataDir">;

export interface Sighting {
  readonly noun: Known;
  readonly ids: readonly SeenId[];
  /** Ids of things that are no longer there. */
  readonly gone?: readonly string[];
}

/**
 * Adds what was seen to what is known. Never throws: where it cannot be written, nothing is kept.
 * @param settings whose profile, and address or data, it was seen with
 */
export function rememberIds(
  { noun, ids, gone = [] }: Sighting,
  settings: SeenWith,
  env: Environment,
): void {
  // Who knows an invite's id can use it, so it is a secret.
  if (noun === "invite" || ids.length + gone.length === 0) return;
  const { profile, baseUrl, dataDir } = settings;
  const isLocal = profile.value === "local";
  trying(() => {
    const folder = isLocal
      ? folderOfData(placeOfData(settings, env), env)
      : join(prepared(env, profile.value), originKey(baseUrl.value));
    prepareFolder(folder);
    const path = join(folder, idFile(noun));
    replaceFile(path, merged(readFile(path), ids, gone));
    forgetInside(folder, noun, new Set(gone));
  });
  // A profile can be named for one command; what is its own is the same the next time.
  if (isLocal) rememberData(dataDir.value, env);
  else if (isLasting(baseUrl.from)) rememberAddress(profile.value, baseUrl.value, env);
  if (isLasting(profile.from)) rememberProfile(profile.value, env);
}

/** Names the profile in force for the shells. Never throws. */
export function rememberProfile(profile: string, env: Environment): void {
  trying(() => {
    prepared(env, profile);
    replaceFile(join(idsFolder(env), ".current"), `${profile}\n`);
  });
}

/** Names the origin of a profile's address for the shells. Never throws. */
export function rememberAddress(profile: string, address: string, env: Environment): void {
  trying(() => replaceFile(join(prepared(env, profile), ".current"), `${originKey(address)}\n`));
}

/** Names the folder of the embedded platform's data for the shells, and what it follows from. */
function rememberData(folder: string, env: Environment): void {
  const follows = variable(env, "XDG_DATA_HOME") ?? "";
  trying(() => replaceFile(join(prepared(env, "local"), ".current"), `${folder}\n${follows}\n`));
}

/** No longer names what a profile's ids are of, as its settings have changed. Never throws. */
export function forgetCurrent(profile: string, env: Environment): void {
  drop(join(idsFolder(env), profile, ".current"), env);
}

/** Forgets all that was seen of some data of the embedded platform. Never throws. */
export function forgetData(place: string, env: Environment): void {
  drop(join(idsFolder(env), "local", key(place)), env);
}

/** Forgets what was seen at an address, with one profile or with all. Never throws. */
export function forgetAddress(address: string, env: Environment, profile?: string): void {
  trying(() => {
    const profiles = profile === undefined ? readdirSync(idsFolder(env)) : [profile];
    for (const one of profiles) drop(join(idsFolder(env), one, originKey(address)), env);
  });
}

/** Where the data is that `--local` would ask: what the shells work out in the same way. */
function placeOfData({ dataDir }: SeenWith, env: Environment): string {
  const database = variable(env, "TOME_DATABASE");
  return database === undefined ? dataDir.value : placeOf(database);
}

/** The folder of the ids of some data; empty where the data is not the one that was there before. */
function folderOfData(place: string, env: Environment): string {
  const folder = join(prepared(env, "local"), key(place));
  const whose = `${place}\n${identityOf(place)}\n`;
  if (readFile(join(folder, ".place")) !== whose) drop(folder, env);
  prepareFolder(folder);
  replaceFile(join(folder, ".place"), whose);
  return folder;
}

/** What tells a data folder from one that was removed and made anew; a database has nothing of it. */
function identityOf(place: string): string {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return "";
  // Some file systems do not know when a folder was made, and give the last change.
  const made = found.birthtimeMs === found.ctimeMs ? "" : found.birthtimeMs;
  return `${found.ino} ${made}`;
}

/** Whether the next command line will have the same value without being told so again. */
function isLasting(from: string): boolean {
  return !/^(?:flag|environment|project file) /.test(from);
}

/** The profile's folder, made where there is none. */
function prepared(env: Environment, profile: string): string {
  const ofProfile = join(idsFolder(env), profile);
  for (const folder of [join(idsFolder(env), ".."), idsFolder(env), ofProfile]) {
    prepareFolder(folder);
  }
  return ofProfile;
}

/** Scheme, host and port in the letters of a file name. */
function originKey(address: string): string {
  const { protocol, host } = new URL(address);
  return key(`${protocol.replace(":", "")}_${host}`);
}

function key(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]/g, "_");
}

/** Completion is a convenience: what stands in its way is none of the command's business. */
function trying(work: () => void): void {
  try {
    work();
  } catch {
    // The shells offer what they can read.
  }
}

/** Removes a file or a folder below the one of all ids, unless the way there leads elsewhere. */
function drop(path: string, env: Environment): void {
  trying(() => {
    const all = idsFolder(env);
    const way = [join(all, ".."), all, join(path, "..")];
    if (way.every(isOwnFolder)) rmSync(path, { recursive: true, force: true });
  });
}

/** What lived in things that are gone is gone with them. */
function forgetInside(folder: string, noun: Known, gone: ReadonlySet<string>): void {
  if (gone.size === 0) return;
  for (const inner of livingIn(noun)) {
    const path = join(folder, idFile(inner));
    const lines = readFile(path)
      .split("\n")
      .map((line) => ({ line, parts: line.split("\t") }));
    const isGone = ({ parts }: { parts: string[] }) => gone.has(parts[2] ?? "");
    const lost = lines.filter(isGone).map(({ parts }) => parts[0] ?? "");
    if (lost.length === 0) continue;
    replaceFile(
      path,
      lines
        .filter((one) => !isGone(one))
        .map(({ line }) => line)
        .join("\n"),
    );
    forgetInside(folder, inner, new Set(lost));
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
