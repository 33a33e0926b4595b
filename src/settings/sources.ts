/** Lookup of one setting in its sources: flag, environment, project file, profile. */

import { UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";
import type { UnknownObject } from "./json.ts";
import { readVariable, type SettingsEnvironment } from "./paths.ts";
import type { ProjectSettings } from "./project.ts";
import { checkValue, type Setting, type SettingName } from "./table.ts";

export interface SourcedValue<Value> {
  readonly value: Value;
  /** `flag --org`, `environment TOME_ORG`, `project file /…/.tome.json`, `profile default`, `built-in default`. */
  readonly from: string;
  /** The path of the project file, if it provides the value. */
  readonly projectFile?: string | undefined;
}

export interface SettingSources {
  readonly env: SettingsEnvironment;
  readonly cwd: string;
  readonly project: ProjectSettings | undefined;
  readonly profile: string;
  /** The profile's settings as stored, not validated. */
  readonly stored: UnknownObject;
  /** The start of relative paths in stored settings. */
  readonly storedIn: string;
  /** If set, it receives the message about an invalid stored value, and the value is skipped. */
  readonly skipBadStored: ((text: string) => void) | undefined;
}

/** @throws UsageError naming the source, the rule and the value */
export function findSetting<Value extends string | number>(
  sources: SettingSources,
  name: SettingName,
  setting: Setting<Value>,
  flag?: string | number,
): SourcedValue<Value> | undefined {
  const { env, cwd } = sources;
  if (flag !== undefined) {
    const where = `The flag --${name}`;
    return withSource(checkValue(setting, flag, { where, folder: cwd }), `flag --${name}`);
  }
  const set = setting.variables.find((one) => readVariable(env, one) !== undefined);
  if (set !== undefined) {
    const where = `The environment variable ${set}`;
    return withSource(checkValue(setting, env[set], { where, folder: cwd }), `environment ${set}`);
  }
  return readFromProject(sources, name, setting) ?? readFromProfile(sources, name, setting);
}

export function withSource<Value>(value: Value, from: string): SourcedValue<Value> {
  return { value, from };
}

function readFromProject<Value extends string | number>(
  { project, cwd }: SettingSources,
  name: SettingName,
  setting: Setting<Value>,
): SourcedValue<Value> | undefined {
  if (name !== "org" && name !== "space" && name !== "site") return undefined;
  const value = setting.read(project?.[name], cwd);
  if (value === undefined || project === undefined) return undefined;
  return { ...withSource(value, `project file ${project.path}`), projectFile: project.path };
}

function readFromProfile<Value extends string | number>(
  { profile, stored, storedIn, skipBadStored }: SettingSources,
  name: SettingName,
  setting: Setting<Value>,
): SourcedValue<Value> | undefined {
  const value = findOwn(stored, name);
  if (value === undefined) return undefined;
  const where = `The setting ${name} of the profile ${profile}`;
  const hint = `tome config unset ${name} --profile ${profile}`;
  try {
    return withSource(
      checkValue(setting, value, { where, folder: storedIn, hint }),
      `profile ${profile}`,
    );
  } catch (error) {
    if (skipBadStored === undefined || !(error instanceof UsageError)) throw error;
    skipBadStored(error.message);
    return undefined;
  }
}
