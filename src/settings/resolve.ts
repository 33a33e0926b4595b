/** Current value of each setting, and its source. */
import { UsageError } from "../errors.ts";
import { isUnencrypted } from "./base-url.ts";
import { getDataPath, getSettingsPath, readVariable, type SettingsEnvironment } from "./paths.ts";
import type { SettingsFolder } from "./private-files.ts";
import { createUnknownProfileError, readStoredSettings, type StoredSettings } from "./profiles.ts";
import { type ProjectSettings, readProject } from "./project.ts";
import { findSetting, type SettingSources, type SourcedValue, withSource } from "./sources.ts";
import { checkProfileName, type OutputFormat, type SettingName, settingTable } from "./table.ts";

/** The global flags and the parents' flags, as typed. */
export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly local?: boolean | undefined;
  readonly baseUrl?: string | undefined;
  /** Not validated here: the flag of a parent may be a URL. */
  readonly org?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  readonly format?: string | undefined;
  readonly timeout?: string | number | undefined;
  readonly retries?: string | number | undefined;
  readonly debug?: boolean | undefined;
}

export interface ResolvedSettings {
  readonly folder: SettingsFolder;
  readonly profile: SourcedValue<string>;
  /** The default profile, unless the environment or a project file overrides it. */
  readonly defaultProfile: string;
  /** The flag that selects this profile in a suggested command: `""` or ` --profile work`. */
  readonly profileFlag: string;
  /** Whether the local platform is used: the profile is `local`. */
  readonly local: boolean;
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: SourcedValue<string>;
  /** The only base URL that a token from the environment may be sent to. */
  readonly environmentAddress: SourcedValue<string>;
  /** The environment variable with a base URL; not used by the local platform. */
  readonly addressVariable: string | undefined;
  readonly org: SourcedValue<string> | undefined;
  readonly space: SourcedValue<string> | undefined;
  readonly site: SourcedValue<string> | undefined;
  /** Absent if the terminal decides. */
  readonly format: SourcedValue<OutputFormat> | undefined;
  /** Absent if the login decides; it prefers the keyring. */
  readonly tokenStore: SourcedValue<"keyring" | "file"> | undefined;
  /** Seconds. */
  readonly timeout: SourcedValue<number>;
  readonly retries: SourcedValue<number>;
  readonly caFile: SourcedValue<string> | undefined;
  /** The data directory of the local platform. */
  readonly dataDir: SourcedValue<string>;
  readonly debug: SourcedValue<boolean>;
}

export interface SettingsRequest {
  readonly flags: SettingFlags;
  readonly env: SettingsEnvironment;
  readonly cwd: string;
  /** Called with a warning: a correction, an unencrypted connection. */
  readonly warn: (text: string) => void;
  /** For `auth login`: the profile may be new. */
  readonly newProfile?: boolean;
  /**
   * For `config list` and other commands that help to repair invalid stored values: these are
   * skipped with a warning.
   */
  readonly lenient?: boolean;
}

const builtIn = "built-in default";
/** The source of a profile that `auth switch` made the default. */
export const selectedFrom = "settings.json";
/** The default base URL. */
export const publicAddress = "https://api.gitbook.com";
/** The base URL in requests that never leave this process, so that no browser can reach it. */
export const localAddress = "http://tome.localhost";

/**
 * The current settings: flag, environment, project file, profile, built-in default, in this order.
 * The project file sets only parents: it decides neither the platform nor the token. The only files
 * that are changed are those with too permissive modes and an invalid settings.json.
 * @throws UsageError naming the source of an invalid value, the rule and the value
 */
export function resolveSettings(request: SettingsRequest): ResolvedSettings {
  const { flags, env, cwd, warn } = request;
  const folder = { path: getSettingsPath(env, cwd), warn };
  const stored = readStoredSettings(folder);
  const project = readProject(cwd, env);
  const profile = resolveProfile(request, stored, project);
  const local = profile.value === "local";
  refuseLocalWithAddress(local, flags);
  const sources = {
    env,
    cwd,
    project,
    profile: profile.value,
    stored: stored.profiles.get(profile.value) ?? {},
    storedIn: folder.path,
    skipBadStored: request.lenient ? warn : undefined,
  };
  const { "base-url": address, format, timeout, retries } = settingTable;
  const { "ca-file": caFile, "data-dir": dataDir, "token-store": tokens } = settingTable;
  const parent = (name: "org" | "space" | "site") =>
    readParentFlag(name, flags[name]) ?? findSetting(sources, name, settingTable[name]);
  const baseUrl = local
    ? withSource(localAddress, profile.from)
    : (findSetting(sources, "base-url", address, flags.baseUrl) ??
      withSource(publicAddress, builtIn));
  if (isUnencrypted(baseUrl.value)) {
    warn(
      `The connection to ${baseUrl.value} is not encrypted. Others on the network can read the token.`,
    );
  }
  return {
    folder,
    profile,
    defaultProfile: getDefault(stored),
    profileFlag: formatProfileFlag(profile.value, request, stored, project),
    local,
    baseUrl,
    environmentAddress:
      findEnvironmentAddress(sources, flags.baseUrl) ?? withSource(publicAddress, builtIn),
    addressVariable: address.variables.find((name) => readVariable(env, name) !== undefined),
    org: parent("org"),
    space: parent("space"),
    site: parent("site"),
    format: findSetting(sources, "format", format, flags.format),
    tokenStore: findSetting(sources, "token-store", tokens),
    timeout: findSetting(sources, "timeout", timeout, flags.timeout) ?? withSource(30, builtIn),
    retries: findSetting(sources, "retries", retries, flags.retries) ?? withSource(3, builtIn),
    caFile: findSetting(sources, "ca-file", caFile),
    dataDir:
      findSetting(getSourcesForLocal(sources, stored), "data-dir", dataDir) ??
      findSetting(sources, "data-dir", dataDir) ??
      withSource(getDataPath(env), builtIn),
    debug: resolveDebug(request),
  };
}

/** All profiles share the data folder of the profile `local`, so that `--local` reads the same data. */
function getSourcesForLocal(sources: SettingSources, { profiles }: StoredSettings): SettingSources {
  return { ...sources, profile: "local", stored: profiles.get("local") ?? {} };
}

function resolveProfile(
  { flags, env, newProfile, lenient, warn }: SettingsRequest,
  stored: StoredSettings,
  project: ProjectSettings | undefined,
): SourcedValue<string> {
  if (flags.local && flags.profile !== undefined && flags.profile !== "local") {
    throw new UsageError(
      "The flags --local and --profile select different profiles. Remove one of them.",
    );
  }
  const candidates: [unknown, string][] = [
    [flags.local ? "local" : undefined, "flag --local"],
    [flags.profile, "flag --profile"],
    [readVariable(env, "TOME_PROFILE"), "environment TOME_PROFILE"],
  ];
  const chosen = candidates.find(([value]) => value !== undefined);
  const check = (value: unknown, from: string, hint?: string) => {
    const name = checkProfileName(value, `The profile from ${from}`, hint);
    if (stored.profiles.has(name) || newProfile) return withSource(name, from);
    throw createUnknownProfileError(name, stored.profiles.keys(), { from, hint });
  };
  // Spread: a candidate has at most three parts.
  if (chosen !== undefined) return check(...chosen);
  const usual = selectedProfile();
  const other = createOtherProfileError(project, usual.value);
  if (other !== undefined && !newProfile && !lenient) throw other;
  if (other !== undefined) warn(other.message);
  return usual;

  function selectedProfile(): SourcedValue<string> {
    if (stored.profile === undefined) return withSource("default", builtIn);
    try {
      return check(stored.profile, selectedFrom, "tome auth switch default");
    } catch (error) {
      if (!lenient || !(error instanceof UsageError)) throw error;
      warn(error.message);
      return withSource("default", builtIn);
    }
  }
}

function getDefault({ profile = "default" }: StoredSettings): string {
  return String(profile);
}

/** Empty if the same profile is the default. */
function formatProfileFlag(
  profile: string,
  { env }: SettingsRequest,
  stored: StoredSettings,
  project: ProjectSettings | undefined,
): string {
  const named = readVariable(env, "TOME_PROFILE");
  const isRefused =
    named === undefined && createOtherProfileError(project, getDefault(stored)) !== undefined;
  if (profile === (named ?? getDefault(stored)) && !isRefused) return "";
  return ` --profile ${profile}`;
}

/**
 * The error for a project file that requires another profile than the current one. The file must
 * not select a profile, because a profile decides which host receives the token and the requests;
 * and continuing with the wrong profile would send requests to the wrong platform.
 */
function createOtherProfileError(
  project: ProjectSettings | undefined,
  profile: string,
): UsageError | undefined {
  if (project?.profile === undefined || project.profile === profile) return undefined;
  return new UsageError(
    `The project file ${project.path} requires the profile ${project.profile}, but the current profile is ${profile}. Select one with --profile or TOME_PROFILE, or remove "profile" from the file.`,
    `tome auth switch ${project.profile}`,
  );
}

/**
 * The base URL that belongs to a token from the environment: that of the environment, else that of
 * --base-url.
 */
function findEnvironmentAddress(
  sources: SettingSources,
  flag: string | undefined,
): SourcedValue<string> | undefined {
  const setting = settingTable["base-url"];
  const unstored = { ...sources, stored: {} };
  return (
    findSetting(unstored, "base-url", setting) ?? findSetting(unstored, "base-url", setting, flag)
  );
}

function refuseLocalWithAddress(local: boolean, flags: SettingFlags): void {
  if (local && flags.baseUrl !== undefined) {
    throw new UsageError(
      "The flag --base-url cannot be used with the profile local, which is for the local platform. Choose another profile.",
    );
  }
}

function readParentFlag(
  name: SettingName,
  flag: string | undefined,
): SourcedValue<string> | undefined {
  if (flag === "") throw new UsageError(`The flag --${name} must not be empty.`);
  return flag === undefined ? undefined : withSource(flag, `flag --${name}`);
}

function resolveDebug({ flags, env }: SettingsRequest): SourcedValue<boolean> {
  if (flags.debug !== undefined) return withSource(flags.debug, "flag --debug");
  const isSet = readVariable(env, "TOME_DEBUG") === "api";
  return isSet ? withSource(true, "environment TOME_DEBUG") : withSource(false, builtIn);
}
