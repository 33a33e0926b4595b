/**
 * Storage of tokens in the system keyring or in a file; tokens.json records which. Each token is
 * for one profile and one exact origin, and is returned for no other.
 */

import { join } from "node:path";
import { MissingTokenError, UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";
import { getOrigin } from "./base-url.ts";
import { changeOwnFile } from "./change-private-file.ts";
import { isObject, type UnknownObject, withMember } from "./json.ts";
import type { Keyring, KeyringError } from "./keyring.ts";
import { keyringName, type SettingsEnvironment } from "./paths.ts";
import type { SettingsFolder } from "./private-files.ts";
import { type OwnFile, readOwnFile } from "./private-files.ts";
import {
  checkToken,
  type StoredToken,
  type TokenRemoval,
  type TokenStorage,
  type TokenStore,
} from "./tokens.ts";

/** The tokens of a profile of the folder. */
export function createTokenStore(
  folder: SettingsFolder,
  profile: string,
  env: SettingsEnvironment,
): TokenStore {
  const keyringState: KeyringState = {};
  const slot = (address: string): TokenSlot => {
    return { folder, profile, origin: getOrigin(address), env, keyringState };
  };
  // The keyring is used once, because it may be slow or prompt the user.
  const cache = new Map<string, ReturnType<typeof get>>();
  return {
    storages: (address) => listStorages(slot(address)),
    origins: () => listOrigins(folder, profile),
    get(address) {
      const origin = getOrigin(address);
      const token = cache.get(origin) ?? get(slot(origin));
      cache.set(origin, token);
      return token;
    },
    async set(address, token, storage) {
      checkToken(token, "the input");
      cache.clear();
      return storage === "file"
        ? storeInFile(slot(address), token)
        : storeInKeyring(slot(address), token, storage);
    },
    async remove(address) {
      cache.clear();
      return remove(slot(address));
    },
  };
}

interface TokenSlot {
  readonly folder: SettingsFolder;
  readonly profile: string;
  readonly origin: string;
  readonly env: SettingsEnvironment;
  readonly keyringState: KeyringState;
}

/** The state of the keyring during a command. */
interface KeyringState {
  /** The reason to stop using it: it did not respond in time, and a second wait would be as long. */
  late?: KeyringError;
}

function listStorages({ folder, profile, origin }: TokenSlot): readonly string[] {
  const { token, inKeyring } = readTokenEntry(folder, profile, origin);
  return [
    ...(token === undefined ? [] : [formatTokenFileName(folder)]),
    ...(inKeyring ? [keyringName] : []),
  ];
}

async function get(slot: TokenSlot) {
  const { folder, profile, origin } = slot;
  const { token, inKeyring } = readTokenEntry(folder, profile, origin);
  const file = formatTokenFileName(folder);
  if (token !== undefined) return { value: checkToken(token, file), from: file };
  if (!inKeyring) return undefined;
  const answer = await useKeyring(slot, (keyring) => keyring.read());
  const whose = `the token of the profile ${profile} for ${origin}`;
  const again = `tome auth login --profile ${profile}`;
  if (answer.fault !== undefined) {
    throw new MissingTokenError(
      `The ${keyringName} with ${whose} ${answer.fault.reason}.${answer.fault.advice}`,
      `${again} --insecure-storage`,
    );
  }
  if (answer.value === undefined) {
    throw new MissingTokenError(
      `The ${keyringName} no longer contains ${whose}. Log in again.`,
      again,
    );
  }
  return { value: checkToken(answer.value, keyringName), from: keyringName };
}

async function storeInFile(slot: TokenSlot, token: string): Promise<StoredToken> {
  const { folder, profile, origin } = slot;
  const { inKeyring } = readTokenEntry(folder, profile, origin);
  const { fault } = inKeyring ? await useKeyring(slot, (keyring) => keyring.remove()) : {};
  await changeTokenEntry(folder, profile, origin, () => ({
    token,
    inKeyring: fault !== undefined,
  }));
  return {
    storage: formatTokenFileName(folder),
    warning:
      fault &&
      `The ${keyringName} ${fault.reason} and may still contain the previous token, which is no longer used. To remove both, run: tome auth logout.${fault.advice}`,
  };
}

async function storeInKeyring(
  slot: TokenSlot,
  token: string,
  storage: TokenStorage,
): Promise<StoredToken> {
  const { folder, profile, origin } = slot;
  const change = (inKeyring: boolean, inFile: unknown) =>
    changeTokenEntry(folder, profile, origin, () => ({ token: inFile, inKeyring }));
  const before = readTokenEntry(folder, profile, origin);
  // Recorded first, so that after a crash the file knows about a token in the keyring.
  await change(true, before.token);
  const { fault } = await useKeyring(slot, (keyring) => keyring.write(token));
  if (fault === undefined) {
    await change(true, undefined);
    return { storage: keyringName, warning: undefined };
  }
  const isLeft = before.inKeyring || fault.mayHaveWritten;
  if (storage === "keyring") {
    await change(isLeft, before.token);
    throw new UsageError(
      `The ${keyringName} ${fault.reason}, and the setting token-store allows no other storage. The token was not stored.${fault.advice}`,
      `tome auth login --profile ${profile} --insecure-storage`,
    );
  }
  await change(isLeft, token);
  const file = formatTokenFileName(folder);
  return {
    storage: file,
    warning: `The ${keyringName} ${fault.reason}, so the token is stored in the ${file} instead.${fault.advice}`,
  };
}

async function remove(slot: TokenSlot): Promise<TokenRemoval> {
  const { folder, profile, origin } = slot;
  const before = readTokenEntry(folder, profile, origin);
  const gone = before.inKeyring ? await useKeyring(slot, (keyring) => keyring.remove()) : {};
  await changeTokenEntry(folder, profile, origin, () => ({
    token: undefined,
    inKeyring: gone.fault !== undefined,
  }));
  return {
    removed: [
      ...(before.token === undefined ? [] : [formatTokenFileName(folder)]),
      ...(gone.value === true ? [keyringName] : []),
    ],
    left: gone.fault && {
      storage: keyringName,
      reason: gone.fault.reason,
      advice: gone.fault.advice,
    },
  };
}

/** The response of the keyring, or its error. */
async function useKeyring<Value>(
  { folder, profile, origin, env, keyringState }: TokenSlot,
  action: (keyring: Keyring) => Promise<Value>,
): Promise<{ value?: Value; fault?: KeyringError }> {
  if (keyringState.late !== undefined) return { fault: keyringState.late };
  const { KeyringError: Fault, openKeyring } = await import("./keyring.ts");
  try {
    return { value: await action(openKeyring({ folder: folder.path, profile, origin }, env)) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.isLate) keyringState.late = error;
    return { fault: error };
  }
}

/**
 * The file tokens.json. It stores for each profile and origin whether the token is in the file
 * itself, in the keyring or in neither, so that a command uses the keyring only if a token is
 * there.
 */
interface TokenEntry {
  /** The token itself, not validated; undefined if it is not in the file. */
  readonly token: unknown;
  /** Whether the keyring contains a token, or may contain one. */
  readonly inKeyring: boolean;
}

const tokensFile: OwnFile = {
  name: "tokens.json",
  isWhole: (document) => Object.values(document).every(isObject),
};

function formatTokenFileName(folder: SettingsFolder): string {
  return `file ${join(folder.path, tokensFile.name)}`;
}

function readTokenEntry(folder: SettingsFolder, profile: string, origin: string): TokenEntry {
  return parseTokenEntry(
    findOwn(getTokenEntries(readOwnFile(folder, tokensFile), profile), origin),
  );
}

/** The origins with an entry in the file. */
function listOrigins(folder: SettingsFolder, profile: string): readonly string[] {
  return Object.keys(getTokenEntries(readOwnFile(folder, tokensFile), profile));
}

/**
 * Replaces an entry with the result of `change`, under the lock of the directory. An entry without
 * a token is removed.
 */
async function changeTokenEntry(
  folder: SettingsFolder,
  profile: string,
  origin: string,
  change: (entry: TokenEntry) => TokenEntry,
): Promise<void> {
  await changeOwnFile(folder, tokensFile, (document) => {
    const entries = getTokenEntries(document, profile);
    const before = parseTokenEntry(findOwn(entries, origin));
    const after = change(before);
    if (before.token === after.token && before.inKeyring === after.inKeyring) return undefined;
    const changed = withMember(entries, origin, toStoredForm(after));
    const isLast = Object.keys(changed).length === 0;
    return withMember(document, profile, isLast ? undefined : changed);
  });
}

/** A string is the token; an object means that the keyring may contain it. */
function parseTokenEntry(value: unknown): TokenEntry {
  if (!isObject(value)) return { token: value, inKeyring: false };
  return { token: findOwn(value, "token"), inKeyring: findOwn(value, "keyring") === true };
}

function toStoredForm({ token, inKeyring }: TokenEntry): unknown {
  if (!inKeyring) return token;
  return token === undefined ? { keyring: true } : { token, keyring: true };
}

function getTokenEntries(document: UnknownObject, profile: string): UnknownObject {
  const entries = findOwn(document, profile);
  return isObject(entries) ? entries : {};
}
