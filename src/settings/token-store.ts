/**
 * Where tokens live: each one is kept for one profile and one exact origin, and is handed out for
 * no other. It is in the keyring of the system or in a file, and tokens.json says in which.
 */
import { Unauthenticated, UsageError } from "../errors.ts";
import { originOf } from "./address.ts";
import type { Keyring, KeyringFault } from "./keyring.ts";
import type { SettingsFolder } from "./own-files.ts";
import { type Environment, keyringName } from "./places.ts";
import { changeEntry, originsOf, readEntry, tokenFileName } from "./token-file.ts";
import { checkToken, type Kept, type Removal, type TokenPlace, type TokenStore } from "./tokens.ts";

/** The tokens of a profile of the folder. */
export function tokenStore(folder: SettingsFolder, profile: string, env: Environment): TokenStore {
  const slot = (address: string): Slot => ({ folder, profile, origin: originOf(address), env });
  // A keyring is asked once, as it may take its time, or ask the person.
  const known = new Map<string, ReturnType<typeof get>>();
  return {
    places: (address) => places(slot(address)),
    origins: () => originsOf(folder, profile),
    get(address) {
      const origin = originOf(address);
      const found = known.get(origin) ?? get(slot(origin));
      known.set(origin, found);
      return found;
    },
    async set(address, token, wanted) {
      checkToken(token, "the input");
      known.clear();
      return wanted === "file"
        ? keepInFile(slot(address), token)
        : keepInKeyring(slot(address), token, wanted);
    },
    async remove(address) {
      known.clear();
      return remove(slot(address));
    },
  };
}

interface Slot {
  readonly folder: SettingsFolder;
  readonly profile: string;
  readonly origin: string;
  readonly env: Environment;
}

function places({ folder, profile, origin }: Slot): readonly string[] {
  const { token, inKeyring } = readEntry(folder, profile, origin);
  return [
    ...(token === undefined ? [] : [tokenFileName(folder)]),
    ...(inKeyring ? [keyringName] : []),
  ];
}

async function get(slot: Slot) {
  const { folder, profile, origin } = slot;
  const { token, inKeyring } = readEntry(folder, profile, origin);
  const file = tokenFileName(folder);
  if (token !== undefined) return { value: checkToken(token, file), from: file };
  if (!inKeyring) return undefined;
  const found = await inTheKeyring(slot, (keyring) => keyring.read());
  const whose = `the token of the profile ${profile} for ${origin}`;
  const again = `tome auth login --profile ${profile}`;
  if (found.fault !== undefined) {
    throw new Unauthenticated(
      `The ${keyringName}, which keeps ${whose}, ${found.fault.reason}.${found.fault.advice}`,
      `${again} --insecure-storage`,
    );
  }
  if (found.value === undefined) {
    throw new Unauthenticated(`The ${keyringName} has lost ${whose}; log in again.`, again);
  }
  return { value: checkToken(found.value, keyringName), from: keyringName };
}

async function keepInFile(slot: Slot, token: string): Promise<Kept> {
  const { folder, profile, origin } = slot;
  const { inKeyring } = readEntry(folder, profile, origin);
  const { fault } = inKeyring ? await inTheKeyring(slot, (keyring) => keyring.remove()) : {};
  await changeEntry(folder, profile, origin, () => ({ token, inKeyring: fault !== undefined }));
  return {
    place: tokenFileName(folder),
    warning:
      fault &&
      `The ${keyringName} ${fault.reason}, and may still hold the earlier token, which is not used any more; tome auth logout removes both.${fault.advice}`,
  };
}

async function keepInKeyring(slot: Slot, token: string, wanted: TokenPlace): Promise<Kept> {
  const { folder, profile, origin } = slot;
  const change = (inKeyring: boolean, inFile: unknown) =>
    changeEntry(folder, profile, origin, () => ({ token: inFile, inKeyring }));
  const before = readEntry(folder, profile, origin);
  // Said before it is done: no end of this process leaves a token there that nobody knows of.
  await change(true, before.token);
  const { fault } = await inTheKeyring(slot, (keyring) => keyring.write(token));
  if (fault === undefined) {
    await change(true, undefined);
    return { place: keyringName, warning: undefined };
  }
  const isLeft = before.inKeyring || fault.perhapsWritten;
  if (wanted === "keyring") {
    await change(isLeft, before.token);
    throw new UsageError(
      `The ${keyringName} ${fault.reason}, and the setting token-store allows no other place; the token was not kept.${fault.advice}`,
      `tome auth login --profile ${profile} --insecure-storage`,
    );
  }
  await change(isLeft, token);
  const place = tokenFileName(folder);
  return {
    place,
    warning: `The ${keyringName} ${fault.reason}, so the token is kept in the ${place} instead.${fault.advice}`,
  };
}

async function remove(slot: Slot): Promise<Removal> {
  const { folder, profile, origin } = slot;
  const before = readEntry(folder, profile, origin);
  const gone = before.inKeyring ? await inTheKeyring(slot, (keyring) => keyring.remove()) : {};
  await changeEntry(folder, profile, origin, () => ({
    token: undefined,
    inKeyring: gone.fault !== undefined,
  }));
  return {
    removed: [
      ...(before.token === undefined ? [] : [tokenFileName(folder)]),
      ...(gone.value === true ? [keyringName] : []),
    ],
    left: gone.fault && {
      place: keyringName,
      reason: gone.fault.reason,
      advice: gone.fault.advice,
    },
  };
}

/** What the keyring answers, or what is wrong with it. */
async function inTheKeyring<Value>(
  { folder, profile, origin, env }: Slot,
  deed: (keyring: Keyring) => Promise<Value>,
): Promise<{ value?: Value; fault?: KeyringFault }> {
  const { KeyringFault: Fault, openKeyring } = await import("./keyring.ts");
  try {
    return { value: await deed(openKeyring({ folder: folder.path, profile, origin }, env)) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error };
    throw error;
  }
}
