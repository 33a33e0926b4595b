/** The settings in force as rows, for `config list` and `config get`. */
import type { Settings } from "./resolve.ts";
import type { Sourced } from "./sources.ts";
import { type SettingName, settingNames, settingTable } from "./table.ts";

export interface SettingRow {
  readonly name: SettingName | "profile";
  /** Absent where nothing gives one. */
  readonly value: string | number | undefined;
  readonly from: string | undefined;
  readonly help: string;
}

/** One row for the profile and one for each setting of the table, in its order. */
export function listSettings(settings: Settings): readonly SettingRow[] {
  const found: Record<SettingName, Sourced<string | number> | undefined> = {
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
    value: found[name]?.value,
    from: found[name]?.from,
    help: settingTable[name].help,
  });
  const profile = { name: "profile", ...settings.profile, help: "Profile in use" } as const;
  return [profile, ...settingNames.map(row)];
}
