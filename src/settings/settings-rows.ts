/** Current settings and profiles as rows, for `config list`, `config get` and `auth list`. */

import type { SettingsEnvironment } from "./paths.ts";
import type { SettingsFolder } from "./private-files.ts";
import { readStoredSettings } from "./profiles.ts";
import { publicAddress, type ResolvedSettings } from "./resolve.ts";
import type { SourcedValue } from "./sources.ts";
import { type SettingName, settingNames, settingTable } from "./table.ts";
import { createTokenStore } from "./token-store.ts";

export interface SettingRow {
  readonly name: SettingName | "profile" | "platform";
  /** Absent if the setting has no value. */
  readonly value: string | number | undefined;
  readonly from: string | undefined;
  readonly help: string;
}

/**
 * One row each for the profile and the platform, and one for each setting, in the order of the
 * table.
 */
export function listSettings(settings: ResolvedSettings): readonly SettingRow[] {
  const sourced: Record<SettingName, SourcedValue<string | number> | undefined> = {
    org: settings.org,
    space: settings.space,
    site: settings.site,
    "base-url": settings.baseUrl,
    format: settings.format,
    "token-store": settings.tokenStore,
    timeout: settings.timeout,
    retries: settings.retries,
    "ca-file": settings.caFile,
    "data-dir": settings.dataDir,
  };
  const row = (name: SettingName): SettingRow => ({
    name,
    value: sourced[name]?.value,
    from: sourced[name]?.from,
    help: settingTable[name].help,
  });
  const profile = { name: "profile", ...settings.profile, help: "Profile in use" } as const;
  const platform = {
    name: "platform",
    value: settings.local ? "local" : "hosted",
    from: settings.profile.from,
    help: "Platform in use",
  } as const;
  return [profile, platform, ...settingNames.map(row)];
}

/** The data of a profile that is available without asking a platform or the keyring. */
export interface Account {
  readonly name: string;
  /** Whether it is the default profile. */
  readonly inUse: boolean;
  /** Absent for the local platform. */
  readonly baseUrl: string | undefined;
  /** The names of the storages that contain its token, or may contain it. */
  readonly tokenStorages: readonly string[];
}

export function listAccounts(folder: SettingsFolder, env: SettingsEnvironment): readonly Account[] {
  const { profile = "default", profiles } = readStoredSettings(folder);
  return [...profiles].map(([name, settings]) => {
    const inUse = name === profile;
    if (name === "local") return { name, inUse, baseUrl: undefined, tokenStorages: [] };
    const baseUrl = settingTable["base-url"].read(settings["base-url"]) ?? publicAddress;
    const tokenStorages = createTokenStore(folder, name, env).storages(baseUrl);
    return { name, inUse, baseUrl, tokenStorages };
  });
}
