/** Settings: name, type, rule and help of each. */
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { normalizeBaseUrl } from "./base-url.ts";

export interface Setting<Value extends string | number> {
  readonly kind: "id or name" | "address" | "choice" | "whole number" | "path";
  /** Completes the clause "… must be". */
  readonly rule: string;
  readonly help: string;
  /** The environment variables that set it, in order of precedence. */
  readonly variables: readonly string[];
  /** The normalized value, or undefined for an invalid one; a relative path starts at `folder`. */
  readonly read: (given: unknown, folder: string) => Value | undefined;
}

export const outputFormats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Storages of `tome auth login`; by default the keyring, if it can be used. */
export const tokenStores = ["keyring", "file"] as const;

export const settingTable = {
  org: createReferenceSetting("Default organization", ["TOME_ORG", "GITBOOK_ORGANIZATION"]),
  space: createReferenceSetting("Default space", ["TOME_SPACE"]),
  site: createReferenceSetting("Default site", ["TOME_SITE"]),
  "base-url": {
    kind: "address",
    rule: "an http or https URL such as https://api.example.com, without user name, password, query or fragment",
    help: "Base URL of the platform, with or without /v1",
    variables: ["TOME_BASE_URL", "GITBOOK_ENDPOINT"],
    read: (given) => (typeof given === "string" ? normalizeBaseUrl(given) : undefined),
  } satisfies Setting<string>,
  format: {
    kind: "choice",
    rule: `one of ${outputFormats.join(", ")}`,
    help: "Output format",
    variables: [],
    read: (given) => outputFormats.find((format) => format === given),
  } satisfies Setting<OutputFormat>,
  "token-store": {
    kind: "choice",
    rule: `one of ${tokenStores.join(", ")}`,
    help: "Storage for tokens: keyring or file",
    variables: ["TOME_TOKEN_STORE"],
    read: (given) => tokenStores.find((store) => store === given),
  } satisfies Setting<(typeof tokenStores)[number]>,
  timeout: createIntegerSetting(
    1,
    3600,
    "Maximum time for a request in seconds, including retries",
  ),
  retries: createIntegerSetting(0, 10, "Maximum number of retries per request, if a retry is safe"),
  "ca-file": createPathSetting("PEM file of additional certificate authorities"),
  "data-dir": createPathSetting("Data folder of the local platform", ["TOME_DATA_DIR"]),
};

export type SettingName = keyof typeof settingTable;

export const settingNames: readonly SettingName[] = Object.keys(settingTable).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}

/** @throws UsageError for an unknown setting */
export function findSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  throw new UsageError(
    `Unknown setting ${quoteValue(name)}. Valid settings are ${settingNames.join(", ")}.`,
    "tome config list",
  );
}

/**
 * The normalized value.
 * @param options.where the source of the value, as the start of the message: `The flag --timeout`
 * @throws UsageError naming the source, the rule and the value
 */
export function checkValue<Value extends string | number>(
  setting: Setting<Value>,
  given: unknown,
  options: { readonly where: string; readonly folder: string; readonly hint?: string | undefined },
): Value {
  const value = setting.read(given, options.folder);
  if (value !== undefined) return value;
  throw new UsageError(
    `${options.where} must be ${setting.rule}, not ${quoteValue(given)}.`,
    options.hint,
  );
}

/** @throws UsageError for an invalid profile name */
export function checkProfileName(given: unknown, where: string, hint?: string): string {
  if (typeof given === "string" && /^[a-z0-9][a-z0-9._-]{0,63}$/iu.test(given)) return given;
  throw new UsageError(
    `${where} must be 1 to 64 letters, digits, dots, hyphens and underscores, starting with a letter or digit, not ${quoteValue(given)}.`,
    hint,
  );
}

/** The value for a message: short, and never one that may contain a password. */
export function quoteValue(given: unknown): string {
  if (typeof given === "string" && given.includes("@")) {
    return "(hidden, because it may contain a password)";
  }
  const text = writeJson(given) ?? String(given);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** An id, or a name, which each command resolves. */
function createReferenceSetting(help: string, variables: readonly string[]): Setting<string> {
  const pattern = /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,255}$/u;
  return {
    kind: "id or name",
    rule: "an id or a name of 1 to 255 characters",
    help,
    variables,
    read: (given) => (typeof given === "string" && pattern.test(given) ? given : undefined),
  };
}

function createIntegerSetting(least: number, most: number, help: string): Setting<number> {
  return {
    kind: "whole number",
    rule: `an integer from ${least} to ${most}`,
    help,
    variables: [],
    read: (given) => {
      const text = typeof given === "number" ? String(given) : given;
      if (typeof text !== "string" || !/^\d{1,9}$/u.test(text)) return undefined;
      const number = Number(text);
      return number >= least && number <= most ? number : undefined;
    },
  };
}

function createPathSetting(help: string, variables: readonly string[] = []): Setting<string> {
  return {
    kind: "path",
    rule: "a path",
    help,
    variables,
    read: (given, folder) =>
      typeof given === "string" && given !== "" && !given.includes("\0")
        ? resolve(folder, given)
        : undefined,
  };
}
