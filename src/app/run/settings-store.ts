/** Stored settings, as commands read and change them. The ids for completion follow the changes. */
import type { ResolvedSettings, SettingsStore } from "../../context.ts";
import { listAccounts, listSettings } from "../../settings/listing.ts";
import { unsetSettings, updateProfile, useProfile } from "../../settings/profiles.ts";
import { type TokenStore, tokenFromInput } from "../../settings/tokens.ts";
import { forgetCurrent, rememberAddress, rememberProfile } from "../resolve/id-cache.ts";
import type { Machine } from "./machine.ts";

export function settingsStore(
  settings: ResolvedSettings,
  { cwd, env }: Machine,
  tokens: TokenStore,
): SettingsStore {
  const { folder, profile } = settings;
  return {
    path: folder.path,
    rows: () => listSettings(settings),
    accounts: () => listAccounts(folder, env),
    async set(changes) {
      await updateProfile(folder, profile.value, changes, cwd);
      const address = changes["base-url"];
      if (address !== undefined) rememberAddress(profile.value, address, env);
      if (changes["data-dir"] !== undefined) forgetCurrent(profile.value, env);
    },
    async unset(names) {
      await unsetSettings(folder, profile.value, names);
      const isElsewhere = names.some((name) => name === "base-url" || name === "data-dir");
      if (isElsewhere) forgetCurrent(profile.value, env);
    },
    async use(name) {
      await useProfile(folder, name);
      rememberProfile(name, env);
    },
    tokens,
    tokenFrom: tokenFromInput,
  };
}
