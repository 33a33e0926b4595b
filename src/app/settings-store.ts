/** The stored settings as commands see them. */
import type { Settings, SettingsStore } from "../context.ts";
import { listSettings } from "../settings/listing.ts";
import {
  readStoredSettings,
  unsetSettings,
  updateProfile,
  useProfile,
} from "../settings/profiles.ts";
import { type TokenStore, tokenFromInput } from "../settings/tokens.ts";
import type { Machine } from "./composition.ts";

export function settingsStore(
  settings: Settings,
  { cwd }: Machine,
  tokens: TokenStore,
): SettingsStore {
  const { folder, profile } = settings;
  return {
    path: folder.path,
    rows: () => listSettings(settings),
    profiles: () => [...readStoredSettings(folder).profiles.keys()],
    set: (changes) => updateProfile(folder, profile.value, changes, cwd),
    unset: (names) => unsetSettings(folder, profile.value, names),
    use: (name) => useProfile(folder, name),
    tokens,
    tokenFrom: tokenFromInput,
  };
}
