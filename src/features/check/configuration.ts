/** Configuration file `.tome.check.yaml`: levels of rules, allowances and custom rules. */

import { join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { findNearest } from "../../json/nearest.ts";
import { formatCount } from "../../json/pluralize.ts";
import { type CheckRule, type FindingLevel, isLevel } from "./rule.ts";

export const usualConfiguration = ".tome.check.yaml";

export type RuleLevel = FindingLevel | "off";

/** Settings of a rule. */
export interface RuleConfig {
  readonly level?: RuleLevel;
  readonly parameters: Readonly<Record<string, number | readonly string[]>>;
}

export type RuleSettings = ReadonlyMap<string, RuleConfig>;

/** A finding that is accepted until a date. */
export interface Allowance {
  readonly rule: string;
  /** The id of the resource or path of the file; absent for any. */
  readonly id?: string;
  readonly target?: string;
  /** The last valid day, such as 2026-12-31. */
  readonly until: string;
  readonly why: string;
  readonly line: number;
}

export interface CustomCheckRule extends CheckRule {
  /** jq expression on a resource: true for a finding. */
  readonly where: string;
  /** jq expression on the same resource: the message. */
  readonly message: string;
  readonly things: CustomThings;
}

export const customThings = ["spaces", "sites", "members", "teams", "collections"] as const;
export type CustomThings = (typeof customThings)[number];

export interface CheckConfig {
  /** The path for messages; absent without a file. */
  readonly file?: string;
  readonly rules: RuleSettings;
  /** By id or title of the space. */
  readonly spaces: ReadonlyMap<string, RuleSettings>;
  readonly allow: readonly Allowance[];
  readonly custom: readonly CustomCheckRule[];
}

const empty: CheckConfig = { rules: new Map(), spaces: new Map(), allow: [], custom: [] };

/**
 * Reads the file that `rules` names, or the default file in the current or checked folder, if it exists.
 * @param builtInRules all built-in rules
 * @throws UsageError with a detail line per error
 */
export async function readConfiguration(
  context: Context,
  { rules: path, repo }: { readonly rules?: string; readonly repo?: string },
  builtInRules: readonly CheckRule[],
): Promise<CheckConfig> {
  const source =
    path === undefined
      ? await findDefaultConfiguration(context.cwd, repo)
      : { file: path, text: await context.readText(path) };
  if (source === undefined) return empty;
  const { file, text } = source;
  const { findYamlLine, readYaml } = await import("../../document/yaml.ts");
  let value: unknown;
  try {
    value = readYaml(text) ?? {};
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new UsageError(
      `${file} is not valid YAML: ${why.replace(/[:.]$/, "")}.`,
      "tome check rules",
    );
  }
  const faults: string[] = [];
  const reader = new ConfigReader(builtInRules, (at, message) => {
    faults.push(`line ${findYamlLine(text, at)}: ${message}`);
  });
  const read = reader.read(value, (at) => findYamlLine(text, at));
  if (faults.length === 0) return { file, ...read };
  throw new UsageError(
    `${file} has ${formatCount(faults.length, "error")}:`,
    "tome check rules",
    faults,
  );
}

/** Searches the current folder, then the checked folder, which may be untrusted. */
async function findDefaultConfiguration(cwd: string, repo: string | undefined) {
  for (const folder of repo === undefined ? [""] : ["", repo]) {
    const files = openForeignFolder(resolve(cwd, folder), folder);
    if (!(await files.has(usualConfiguration))) continue;
    const file = join(folder, usualConfiguration);
    return { file, text: await files.readText(usualConfiguration, { limit: maximumSize }) };
  }
  return undefined;
}

/** In bytes. */
const maximumSize = 1024 * 1024;

type ConfigPath = readonly (string | number)[];

class ConfigReader {
  readonly #builtIn: ReadonlyMap<string, CheckRule>;
  readonly #fault: (at: ConfigPath, message: string) => void;
  readonly #custom = new Map<string, CustomCheckRule>();

  constructor(
    builtInRules: readonly CheckRule[],
    fault: (at: ConfigPath, message: string) => void,
  ) {
    this.#builtIn = new Map(builtInRules.map((rule) => [rule.id, rule]));
    this.#fault = fault;
  }

  read(value: unknown, formatLine: (at: ConfigPath) => number): Omit<CheckConfig, "file"> {
    const { rules, spaces, allow, custom } = this.#members(
      value,
      [],
      ["rules", "spaces", "allow", "custom"],
    );
    // Custom rules are read first, because the other fields may refer to them.
    for (const [id, one] of Object.entries(this.#object(custom, ["custom"]))) {
      const rule = this.#customRule(id, one);
      if (rule) this.#custom.set(id, rule);
    }
    return {
      custom: [...this.#custom.values()],
      rules: this.#settings(rules, ["rules"]),
      spaces: new Map(
        Object.entries(this.#object(spaces, ["spaces"])).map(([name, one]) => [
          name,
          this.#settings(one, ["spaces", name]),
        ]),
      ),
      allow: this.#list(allow, ["allow"]).flatMap((one, at) => {
        return this.#allowance(one, ["allow", at], formatLine(["allow", at]));
      }),
    };
  }

  #settings(value: unknown, at: ConfigPath): RuleSettings {
    const settings = new Map<string, RuleConfig>();
    for (const [id, one] of Object.entries(this.#object(value, at))) {
      const rule = this.#rule(id, [...at, id]);
      if (rule) settings.set(id, this.#setting(rule, one, [...at, id]));
    }
    return settings;
  }

  #setting(rule: CheckRule, value: unknown, at: ConfigPath): RuleConfig {
    if (typeof value !== "object" || value === null) {
      const level = this.#level(value, at);
      return { ...(level !== undefined && { level }), parameters: {} };
    }
    const names = Object.keys(rule.parameters);
    const settings = this.#members(value, at, ["level", ...names]);
    const parameters: Record<string, number | readonly string[]> = {};
    for (const name of names) {
      const one = settings[name];
      if (one === undefined) continue;
      const isNumber = typeof rule.parameters[name]?.default === "number";
      if (isNumber && typeof one === "number" && Number.isFinite(one) && one >= 0) {
        parameters[name] = one;
      } else if (!isNumber && Array.isArray(one) && one.every((each) => typeof each === "string")) {
        parameters[name] = one;
      } else {
        const kind = isNumber ? "a non-negative number" : "a list of strings";
        this.#fault([...at, name], `${name} of ${rule.id} must be ${kind}.`);
      }
    }
    const level =
      settings.level === undefined ? undefined : this.#level(settings.level, [...at, "level"]);
    return { ...(level !== undefined && { level }), parameters };
  }

  #level(value: unknown, at: ConfigPath): RuleLevel | undefined {
    // YAML 1.1 parses `off` as false, and YAML 1.2 as a string.
    if (value === false || value === "off") return "off";
    if (isLevel(value)) return value;
    this.#fault(at, `The level must be error, warning, notice or off, not ${writeJson(value)}.`);
    return undefined;
  }

  #allowance(value: unknown, at: ConfigPath, line: number): Allowance[] {
    const names = ["rule", "id", "target", "until", "why"];
    const fields = this.#members(value, at, names);
    const texts = new Map<string, string>();
    for (const name of names) {
      const one = fields[name];
      if (typeof one === "string" && one.trim() !== "") texts.set(name, one.trim());
      else if (one !== undefined && one !== null) {
        this.#fault([...at, name], `${name} must be a string that is not empty.`);
        return [];
      }
    }
    const rule = texts.get("rule");
    if (rule === undefined) this.#fault(at, "An allowance requires the field rule.");
    const [until, why] = [texts.get("until"), texts.get("why")];
    if (until === undefined || why === undefined) {
      this.#fault(at, "An allowance requires the fields until and why.");
    } else if (!isDay(until)) {
      this.#fault([...at, "until"], `until must be a date such as 2026-12-31, not ${until}.`);
    } else if (rule !== undefined && this.#rule(rule, [...at, "rule"])) {
      const [id, target] = [texts.get("id"), texts.get("target")];
      const more = { ...(id !== undefined && { id }), ...(target !== undefined && { target }) };
      return [{ rule, until, why, line, ...more }];
    }
    return [];
  }

  #customRule(id: string, value: unknown): CustomCheckRule | undefined {
    const at = ["custom", id];
    if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(id)) {
      this.#fault(
        at,
        `${id} is not a valid rule name. Use lowercase letters, digits and dashes, such as no-emoji.`,
      );
      return undefined;
    }
    if (this.#builtIn.has(id)) {
      this.#fault(at, `${id} is a built-in rule. Use another name.`);
      return undefined;
    }
    const names = ["over", "where", "message", "level", "title", "why", "fix"];
    const fields = this.#members(value, at, names);
    const text = (name: string) => (typeof fields[name] === "string" ? String(fields[name]) : "");
    const things = customThings.find((one) => one === fields.over);
    if (things === undefined) {
      this.#fault([...at, "over"], `over must be one of ${customThings.join(", ")}.`);
    }
    for (const name of ["where", "message"]) {
      if (text(name).trim() === "") this.#fault([...at, name], `${name} must be a jq expression.`);
    }
    const level =
      fields.level === undefined ? "warning" : this.#level(fields.level, [...at, "level"]);
    if (things === undefined || level === undefined) return undefined;
    return {
      id,
      things,
      level,
      over: "organization",
      title: text("title") || id,
      finds: `Matches of a jq expression on ${things}: ${text("where")}`,
      why: text("why") || "The rule is defined in the configuration.",
      fix: text("fix") || "See the definition of the rule in the configuration.",
      parameters: {},
      where: text("where"),
      message: text("message"),
    };
  }

  #rule(id: string, at: ConfigPath): CheckRule | undefined {
    const rule = this.#builtIn.get(id) ?? this.#custom.get(id);
    if (rule) return rule;
    const near = findNearest(id, [...this.#builtIn.keys(), ...this.#custom.keys()]);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    this.#fault(at, `Unknown rule ${id}.${hint}`);
    return undefined;
  }

  #members(
    value: unknown,
    at: ConfigPath,
    names: readonly string[],
  ): Readonly<Record<string, unknown>> {
    const fields = this.#object(value, at);
    for (const name of Object.keys(fields)) {
      if (names.includes(name)) continue;
      this.#fault([...at, name], `Unknown field ${name}. Valid fields: ${names.join(", ")}.`);
    }
    return fields;
  }

  #object(value: unknown, at: ConfigPath): Readonly<Record<string, unknown>> {
    if (value === undefined || value === null) return {};
    if (typeof value === "object" && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    this.#fault(at, `${at.join(".") || "The file"} must be a mapping of names to values.`);
    return {};
  }

  #list(value: unknown, at: ConfigPath): readonly unknown[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.#fault(at, `${at.join(".")} must be a list.`);
    return [];
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
