/** Profiles in settings.json. */

import { UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";
import { changeOwnFile } from "./change-private-file.ts";
import { isObject, type UnknownObject, withMember } from "./json.ts";
import { type OwnFile, readOwnFile, type SettingsFolder } from "./private-files.ts";
import {
  checkProfileName,
  checkValue,
  findSettingName,
  type Setting,
  type SettingName,
  settingTable,
} from "./table.ts";

export const builtInProfiles = ["default", "local"] as const;

const settingsFile: OwnFile = {
  name: "settings.json",
  isWhole: (document) => {
    const profiles = findOwn(document, "profiles") ?? {};
    return isObject(profiles) && Object.values(profiles).every(isObject);
  },
};

export interface StoredSettings {
  /** The current profile, not validated. */
  readonly profile: unknown;
  /** Each profile's settings, not validated, the built-in profiles first. */
  readonly profiles: ReadonlyMap<string, UnknownObject>;
}

/** Reads settings.json; an invalid file is set aside with a warning. */
export function readStoredSettings(folder: SettingsFolder): StoredSettings {
  const document = readOwnFile(folder, settingsFile);
  const builtIn = builtInProfiles.map((name): [string, UnknownObject] => [name, {}]);
  return {
    profile: findOwn(document, "profile"),
    profiles: new Map([...builtIn, ...collectProfiles(document)]),
  };
}

/**
 * Changes settings of a profile, which is created if it is missing.
 * @param changes values by setting name, as string or number
 * @param cwd the start of relative paths, which are stored as absolute ones
 * @throws UsageError naming the setting, the rule and the value; then nothing is changed
 */
export async function updateProfile(
  folder: SettingsFolder,
  profile: string,
  changes: Readonly<Record<string, string | number>>,
  cwd: string,
): Promise<void> {
  checkProfileName(profile, "The name of a profile");
  const checked = Object.entries(changes).map(([given, value]): [string, string | number] => {
    const name = findSettingName(given);
    refuseLocalBaseUrl(profile, name);
    const setting: Setting<string | number> = settingTable[name];
    return [name, checkValue(setting, value, { where: `The setting ${name}`, folder: cwd })];
  });
  await changeProfile(folder, profile, (settings) =>
    checked.reduce((all, [name, value]) => withMember(all, name, value), settings),
  );
}

/**
 * Removes settings of a profile, so that the built-in defaults apply again.
 * @throws UsageError for an unknown setting
 */
export async function unsetSettings(
  folder: SettingsFolder,
  profile: string,
  names: readonly string[],
): Promise<void> {
  checkProfileName(profile, "The name of a profile");
  const known = names.map(findSettingName);
  await changeProfile(folder, profile, (settings) =>
    known.reduce((all, name) => withMember(all, name, undefined), settings),
  );
}

/**
 * Selects the default profile.
 * @throws UsageError for an unknown profile
 */
export async function useProfile(folder: SettingsFolder, profile: string): Promise<void> {
  checkProfileName(profile, "The name of a profile");
  await changeOwnFile(folder, settingsFile, (document) => {
    const known = [...builtInProfiles, ...collectProfiles(document).keys()];
    if (!known.includes(profile)) throw createUnknownProfileError(profile, known);
    return withMember(document, "profile", profile);
  });
}

/** The error for a profile that does not exist. */
export function createUnknownProfileError(
  profile: string,
  known: Iterable<string>,
  details: { readonly from?: string; readonly hint?: string | undefined } = {},
): UsageError {
  const from = details.from === undefined ? "" : ` (from ${details.from})`;
  return new UsageError(
    `The profile ${profile}${from} does not exist. Existing profiles: ${[...new Set(known)].join(", ")}.`,
    details.hint ?? `tome auth login --profile ${profile}`,
  );
}

function changeProfile(
  folder: SettingsFolder,
  profile: string,
  change: (settings: UnknownObject) => UnknownObject,
): Promise<void> {
  return changeOwnFile(folder, settingsFile, (document) => {
    const profiles = findOwn(document, "profiles");
    const all = isObject(profiles) ? profiles : {};
    const settings = findOwn(all, profile);
    const changed = change(isObject(settings) ? settings : {});
    return withMember(document, "profiles", withMember(all, profile, changed));
  });
}

function collectProfiles(document: UnknownObject): Map<string, UnknownObject> {
  const profiles = findOwn(document, "profiles");
  const named = new Map<string, UnknownObject>();
  for (const [name, settings] of Object.entries(isObject(profiles) ? profiles : {})) {
    if (isObject(settings)) named.set(name, settings);
  }
  return named;
}

function refuseLocalBaseUrl(profile: string, name: SettingName): void {
  if (profile === "local" && name === "base-url") {
    throw new UsageError(
      "The setting base-url cannot be set in the profile local, which is for the local platform. Choose another profile.",
    );
  }
}
