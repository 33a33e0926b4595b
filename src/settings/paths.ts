/** Directories of settings, data and state on each operating system, and the name of its keyring. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

export type SettingsEnvironment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; an empty one counts as absent. */
export function readVariable(env: SettingsEnvironment, name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

export function getHomeFolder(env: SettingsEnvironment, platform = process.platform): string {
  return readVariable(env, platform === "win32" ? "USERPROFILE" : "HOME") ?? homedir();
}

/** The directory of settings.json and tokens.json; it may be missing. */
export function getSettingsPath(
  env: SettingsEnvironment,
  cwd: string,
  platform = process.platform,
): string {
  const named = readVariable(env, "TOME_CONFIG_DIR");
  if (named !== undefined) return resolve(cwd, named);
  const home = getHomeFolder(env, platform);
  const system = {
    darwin: join(home, "Library", "Application Support"),
    win32: readVariable(env, "APPDATA") ?? join(home, "AppData", "Roaming"),
  };
  return join(
    readXdgFolder(env, "XDG_CONFIG_HOME") ?? pickForSystem(system, platform, join(home, ".config")),
    "tome",
  );
}

/** The data directory of the local platform, unless the profile sets another; it may be missing. */
export function getDataPath(env: SettingsEnvironment, platform = process.platform): string {
  const home = getHomeFolder(env, platform);
  const system = {
    darwin: join(home, "Library", "Application Support"),
    win32: readVariable(env, "LOCALAPPDATA") ?? join(home, "AppData", "Local"),
  };
  const base = pickForSystem(system, platform, join(home, ".local", "share"));
  return join(readXdgFolder(env, "XDG_DATA_HOME") ?? base, "tome", "local");
}

/** The directory of journals and history; it may be missing. */
export function getStatePath(env: SettingsEnvironment, platform = process.platform): string {
  const home = getHomeFolder(env, platform);
  const system = {
    darwin: join(home, "Library", "Application Support"),
    win32: readVariable(env, "LOCALAPPDATA") ?? join(home, "AppData", "Local"),
  };
  const base = pickForSystem(system, platform, join(home, ".local", "state"));
  return join(readXdgFolder(env, "XDG_STATE_HOME") ?? base, "tome");
}

/** The common name of the system keyring. */
export const keyringName = `keyring (${
  process.platform === "darwin"
    ? "macOS Keychain"
    : process.platform === "win32"
      ? "Windows Credential Manager"
      : "Secret Service"
})`;

/** The XDG specification says that relative paths must be ignored. */
function readXdgFolder(env: SettingsEnvironment, name: string): string | undefined {
  const value = readVariable(env, name);
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function pickForSystem(
  system: { darwin: string; win32: string },
  platform: NodeJS.Platform,
  otherwise: string,
): string {
  return platform === "darwin" || platform === "win32" ? system[platform] : otherwise;
}
