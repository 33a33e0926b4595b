/**
 * The file tokens.json. It stores for each profile and origin whether the token is in the file
 * itself, in the keyring or in neither, so that a command uses the keyring only if a token is
 * there.
 */
import { join } from "node:path";
import { changeOwnFile } from "./change-own-file.ts";
import { isObject, member, type UnknownObject, withMember } from "./json.ts";
import { type OwnFile, readOwnFile, type SettingsFolder } from "./own-files.ts";

export interface TokenEntry {
  /** The token itself, not validated; undefined if it is not in the file. */
  readonly token: unknown;
  /** Whether the keyring contains a token, or may contain one. */
  readonly inKeyring: boolean;
}

const tokensFile: OwnFile = {
  name: "tokens.json",
  isWhole: (document) => Object.values(document).every(isObject),
};

export function tokenFileName(folder: SettingsFolder): string {
  return `file ${join(folder.path, tokensFile.name)}`;
}

export function readTokenEntry(
  folder: SettingsFolder,
  profile: string,
  origin: string,
): TokenEntry {
  return parseTokenEntry(member(getTokenEntries(readOwnFile(folder, tokensFile), profile), origin));
}

/** The origins with an entry in the file. */
export function listOrigins(folder: SettingsFolder, profile: string): readonly string[] {
  return Object.keys(getTokenEntries(readOwnFile(folder, tokensFile), profile));
}

/**
 * Replaces an entry with the result of `change`, under the lock of the directory. An entry without
 * a token is removed.
 */
export async function changeTokenEntry(
  folder: SettingsFolder,
  profile: string,
  origin: string,
  change: (entry: TokenEntry) => TokenEntry,
): Promise<void> {
  await changeOwnFile(folder, tokensFile, (document) => {
    const entries = getTokenEntries(document, profile);
    const before = parseTokenEntry(member(entries, origin));
    const after = change(before);
    if (before.token === after.token && before.inKeyring === after.inKeyring) return undefined;
    const changed = withMember(entries, origin, storedForm(after));
    const isLast = Object.keys(changed).length === 0;
    return withMember(document, profile, isLast ? undefined : changed);
  });
}

/** A string is the token; an object means that the keyring may contain it. */
function parseTokenEntry(value: unknown): TokenEntry {
  if (!isObject(value)) return { token: value, inKeyring: false };
  return { token: member(value, "token"), inKeyring: member(value, "keyring") === true };
}

function storedForm({ token, inKeyring }: TokenEntry): unknown {
  if (!inKeyring) return token;
  return token === undefined ? { keyring: true } : { token, keyring: true };
}

function getTokenEntries(document: UnknownObject, profile: string): UnknownObject {
  const entries = member(document, profile);
  return isObject(entries) ? entries : {};
}
