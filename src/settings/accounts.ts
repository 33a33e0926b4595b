/** The profiles as rows: what can be told of each without asking anybody. */
import type { SettingsFolder } from "./own-files.ts";
import type { Environment } from "./places.ts";
import { readStoredSettings } from "./profiles.ts";
import { publicAddress } from "./resolve.ts";
import { settingTable } from "./table.ts";
import { tokenStore } from "./token-store.ts";

export interface Account {
  readonly name: string;
  /** Whether it is used where nothing names another. */
  readonly inUse: boolean;
  /** Absent for the embedded platform. */
  readonly baseUrl: string | undefined;
  /** The names of the places that hold its token. */
  readonly places: readonly string[];
}

export function listAccounts(folder: SettingsFolder, env: Environment): readonly Account[] {
  const { profile = "default", profiles } = readStoredSettings(folder);
  return [...profiles].map(([name, settings]) => {
    const inUse = name === profile;
    if (name === "local") return { name, inUse, baseUrl: undefined, places: [] };
    const kept = settingTable["base-url"].read(settings["base-url"]);
    const baseUrl = kept ?? publicAddress;
    return { name, inUse, baseUrl, places: tokenStore(folder, name, env).places(baseUrl) };
  });
}
