/**
 * The file tokens.json, which says for each profile and origin where its token is: in the file
 * itself, in the keyring, or in neither. So whoever has no token in the keyring never waits for it.
 */
import { join } from "node:path";
import { isObject, type JsonObject, member, withMember } from "./json.ts";
import { type OwnFile, readOwnFile, type SettingsFolder } from "./own-files.ts";
import { changeOwnFile } from "./writing.ts";

export interface TokenEntry {
  /** The token itself, unchecked; undefined where the file does not hold it. */
  readonly token: unknown;
  /** Whether the keyring holds one, or may hold one. */
  readonly inKeyring: boolean;
}

const tokensFile: OwnFile = {
  name: "tokens.json",
  isWhole: (document) => Object.values(document).every(isObject),
};

export function tokenFileName(folder: SettingsFolder): string {
  return `file ${join(folder.path, tokensFile.name)}`;
}

export function readEntry(folder: SettingsFolder, profile: string, origin: string): TokenEntry {
  return entryOf(member(entriesOf(readOwnFile(folder, tokensFile), profile), origin));
}

/** The origins that the file has an entry for. */
export function originsOf(folder: SettingsFolder, profile: string): readonly string[] {
  return Object.keys(entriesOf(readOwnFile(folder, tokensFile), profile));
}

/**
 * Replaces the entry by what `change` makes of it, under the lock of the folder. One that says
 * neither the file nor the keyring is left out.
 */
export async function changeEntry(
  folder: SettingsFolder,
  profile: string,
  origin: string,
  change: (entry: TokenEntry) => TokenEntry,
): Promise<void> {
  await changeOwnFile(folder, tokensFile, (document) => {
    const entries = entriesOf(document, profile);
    const before = entryOf(member(entries, origin));
    const after = change(before);
    if (before.token === after.token && before.inKeyring === after.inKeyring) return undefined;
    const changed = withMember(entries, origin, written(after));
    const isLast = Object.keys(changed).length === 0;
    return withMember(document, profile, isLast ? undefined : changed);
  });
}

/** A text is the token; an object says that the keyring has a part in it. */
function entryOf(value: unknown): TokenEntry {
  if (!isObject(value)) return { token: value, inKeyring: false };
  return { token: member(value, "token"), inKeyring: member(value, "keyring") === true };
}

function written({ token, inKeyring }: TokenEntry): unknown {
  if (!inKeyring) return token;
  return token === undefined ? { keyring: true } : { token, keyring: true };
}

function entriesOf(document: JsonObject, profile: string): JsonObject {
  const entries = member(document, profile);
  return isObject(entries) ? entries : {};
}
