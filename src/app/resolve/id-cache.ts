/**
 * Cache of ids from responses, in plain files for shell completion. The cache folder
 * `tome/ids/<profile>/<origin>/<noun>` has a line `id TAB title TAB parent` for each. The ids of
 * the local platform belong to its data: `tome/ids/local/<location of the data>`. A file `.current`
 * names the current profile, and one in each profile's folder the origin or the location.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ResolvedSettings } from "../../context.ts";
import { getDatabaseLocation } from "../../contract/database-address.ts";
import { readVariable, type SettingsEnvironment } from "../../settings/paths.ts";
import { toOneLine } from "../../terminal/neutralize.ts";
import { getIdsFolder, isOwnFolder, prepareFolder, readFile, replaceFile } from "./id-files.ts";
import { type CachedNoun, getIdFile, listChildren } from "./id-parents.ts";

export { getIdsFolder } from "./id-files.ts";

/** Maximum number of ids per noun, the latest first. */
export const mostIds = 1000;
const longestTitle = 80;

/** The settings that decide which ids belong together: a profile and its URL, or the data directory. */
export type IdSource = Pick<ResolvedSettings, "profile" | "baseUrl" | "dataDir">;

/** The id of a resource that existed in a response. */
export interface KnownId {
  readonly id: string;
  readonly title?: string | undefined;
  /** The id of its parent, as in `resolveParent`; unknown if absent. */
  readonly parent?: string | undefined;
  /** Whether it is not one of these resources any more: a merged change request is not open. */
  readonly isGone?: boolean;
}

export interface IdUpdate {
  readonly noun: CachedNoun;
  readonly ids: readonly KnownId[];
  /** Ids of resources that no longer exist. */
  readonly gone?: readonly string[];
}

/**
 * Adds ids to the cache. It never throws: if the cache cannot be written, nothing is stored.
 * @param settings of the command that received the response
 */
export function rememberIds(
  { noun, ids, gone = [] }: IdUpdate,
  settings: IdSource,
  env: SettingsEnvironment,
): void {
  // The id of an invite gives access to the organization, so it is a secret.
  if (noun === "invite" || ids.length + gone.length === 0) return;
  const { profile, baseUrl, dataDir } = settings;
  const isLocal = profile.value === "local";
  tryTo(() => {
    const folder = isLocal
      ? resolveDataFolder(resolveDataLocation(settings, env), env)
      : join(prepareProfile(env, profile.value), toOriginKey(baseUrl.value));
    prepareFolder(folder);
    const path = join(folder, getIdFile(noun));
    if (noun === "space") keepDeletedSpaces(folder, gone);
    replaceFile(path, mergeLines(readFile(path), ids, gone));
    forgetInside(folder, noun, new Set(gone));
  });
  // A value for one command does not apply to the next one.
  if (isLocal) rememberData(dataDir.value, env);
  else if (isLasting(baseUrl.from)) rememberAddress(profile.value, baseUrl.value, env);
  if (isLasting(profile.from)) rememberProfile(profile.value, env);
}

/** A deleted space can be restored, by its title as well. */
function keepDeletedSpaces(folder: string, gone: readonly string[]): void {
  const deleted = readFile(join(folder, getIdFile("space")))
    .split("\n")
    .map((line) => line.split("\t"))
    .flatMap(([id = "", title, parent]) => (gone.includes(id) ? [{ id, title, parent }] : []));
  if (deleted.length === 0) return;
  const path = join(folder, getIdFile("deletedSpace"));
  replaceFile(path, mergeLines(readFile(path), deleted, []));
}

/** Stores the current profile for the shells. Never throws. */
export function rememberProfile(profile: string, env: SettingsEnvironment): void {
  tryTo(() => {
    prepareProfile(env, profile);
    replaceFile(join(getIdsFolder(env), ".current"), `${profile}\n`);
  });
}

/** Stores the origin of a profile's URL for the shells. Never throws. */
export function rememberAddress(profile: string, address: string, env: SettingsEnvironment): void {
  tryTo(() =>
    replaceFile(join(prepareProfile(env, profile), ".current"), `${toOriginKey(address)}\n`),
  );
}

/**
 * Stores the folder of the local platform's data for the shells, and the variable that it depends
 * on.
 */
function rememberData(folder: string, env: SettingsEnvironment): void {
  const dataHome = readVariable(env, "XDG_DATA_HOME") ?? "";
  tryTo(() =>
    replaceFile(join(prepareProfile(env, "local"), ".current"), `${folder}\n${dataHome}\n`),
  );
}

/** Removes the origin or data location of a profile after a change of its settings. Never throws. */
export function forgetCurrent(profile: string, env: SettingsEnvironment): void {
  drop(join(getIdsFolder(env), profile, ".current"), env);
}

/** Removes all ids of one data location of the local platform. Never throws. */
export function forgetData(location: string, env: SettingsEnvironment): void {
  drop(join(getIdsFolder(env), "local", toFileKey(location)), env);
}

/** Removes the ids of a URL, for one profile or for all. Never throws. */
export function forgetAddress(address: string, env: SettingsEnvironment, profile?: string): void {
  tryTo(() => {
    const profiles = profile === undefined ? readdirSync(getIdsFolder(env)) : [profile];
    for (const one of profiles) drop(join(getIdsFolder(env), one, toOriginKey(address)), env);
  });
}

/** The location of the data that `--local` uses; the shells compute it in the same way. */
function resolveDataLocation({ dataDir }: IdSource, env: SettingsEnvironment): string {
  const database = readVariable(env, "TOME_DATABASE");
  return database === undefined ? dataDir.value : getDatabaseLocation(database);
}

/** The folder of the ids of one data location. It is emptied if the data was replaced. */
function resolveDataFolder(location: string, env: SettingsEnvironment): string {
  const folder = join(prepareProfile(env, "local"), toFileKey(location));
  const identity = `${location}\n${computeIdentity(location)}\n`;
  if (readFile(join(folder, ".place")) !== identity) drop(folder, env);
  prepareFolder(folder);
  replaceFile(join(folder, ".place"), identity);
  return folder;
}

/** Distinguishes a data folder from one that was removed and created again; `""` for a database. */
function computeIdentity(location: string): string {
  const stats = statSync(location, { throwIfNoEntry: false });
  if (stats === undefined) return "";
  // Some file systems do not store creation times and return the time of the last change.
  const created = stats.birthtimeMs === stats.ctimeMs ? "" : stats.birthtimeMs;
  return `${stats.ino} ${created}`;
}

/** Whether the next command line has the same value without a flag. */
function isLasting(from: string): boolean {
  return !/^(?:flag|environment|project file) /.test(from);
}

/** Creates the profile's folder if there is none. */
function prepareProfile(env: SettingsEnvironment, profile: string): string {
  const ofProfile = join(getIdsFolder(env), profile);
  for (const folder of [join(getIdsFolder(env), ".."), getIdsFolder(env), ofProfile]) {
    prepareFolder(folder);
  }
  return ofProfile;
}

/** Scheme, host and port in characters that are valid in a file name. */
function toOriginKey(address: string): string {
  const { protocol, host } = new URL(address);
  return toFileKey(`${protocol.replace(":", "")}_${host}`);
}

function toFileKey(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]/g, "_");
}

/** The cache is optional: an error must not fail the command. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The shells offer the ids that they can read.
  }
}

/** Removes a file or folder of ids, unless the path contains a link. */
function drop(path: string, env: SettingsEnvironment): void {
  tryTo(() => {
    const all = getIdsFolder(env);
    const folders = [join(all, ".."), all, join(path, "..")];
    if (folders.every(isOwnFolder)) rmSync(path, { recursive: true, force: true });
  });
}

/** Removes the children of resources that no longer exist. */
function forgetInside(folder: string, noun: CachedNoun, gone: ReadonlySet<string>): void {
  if (gone.size === 0) return;
  for (const inner of listChildren(noun)) {
    const path = join(folder, getIdFile(inner));
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

/** The new lines of a file: new ids first, without those that no longer exist. */
function mergeLines(text: string, ids: readonly KnownId[], gone: readonly string[]): string {
  const known = new Map(
    text.split("\n").map((line): [string, string[]] => {
      const [id = "", ...rest] = line.split("\t");
      return [toKey(id, rest[1]), [id, ...rest]];
    }),
  );
  const lines = new Map<string, string>();
  for (const { id, title, parent, isGone } of ids) {
    if (lines.size >= mostIds) break;
    const key = toKey(id, parent);
    if (isGone) {
      known.delete(key);
      continue;
    }
    const [, oldTitle = "", oldParent = ""] = known.get(key) ?? [];
    const newTitle = title === undefined ? oldTitle : shortenTitle(title);
    lines.set(key, [id, newTitle, parent ?? oldParent].join("\t"));
  }
  for (const [key, words] of known) {
    if (lines.size >= mostIds) break;
    if (!lines.has(key)) lines.set(key, words.join("\t"));
  }
  for (const [key, line] of lines) {
    if (gone.some((id) => line.startsWith(`${id}\t`))) lines.delete(key);
  }
  const good = [...lines.values()].filter(isWhole);
  return good.map((line) => `${line}\n`).join("");
}

/** Each space has a change request with the number 1. */
function toKey(id: string, parent = ""): string {
  return /^\d+$/.test(id) ? `${id}\t${parent}` : id;
}

/** Only an id that needs no quotes can be completed. */
function isWhole(line: string): boolean {
  return /^[\w.][\w.-]{0,254}\t\P{Cc}*\t(?:[\w.-]{1,255})?$/u.test(line);
}

function shortenTitle(title: string): string {
  return [...toOneLine(title.slice(0, 4 * longestTitle))].slice(0, longestTitle).join("");
}
