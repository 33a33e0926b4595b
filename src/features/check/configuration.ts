/** `.tome.check.yaml`: which rules count how much, what is allowed until when, and rules of one's own. */

import { join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { nearest } from "../../json/nearest.ts";
import { isLevel, type Level, type Rule } from "./rule.ts";

export const usualConfiguration = ".tome.check.yaml";

export type RuleLevel = Level | "off";

/** What a configuration says of a rule. */
export interface RuleSetting {
  readonly level?: RuleLevel;
  readonly parameters: Readonly<Record<string, number | readonly string[]>>;
}

export type RuleSettings = ReadonlyMap<string, RuleSetting>;

/** A finding that somebody has looked at, and that may stay until a day. */
export interface Allowance {
  readonly rule: string;
  /** Of the thing or file; absent for any. */
  readonly id?: string;
  readonly target?: string;
  /** The last day on which it holds, as 2026-12-31. */
  readonly until: string;
  readonly why: string;
  readonly line: number;
}

export interface CustomRule extends Rule {
  /** jq over one object: true for a finding. */
  readonly where: string;
  /** jq over the same object: the sentence. */
  readonly message: string;
  readonly things: CustomThings;
}

export const customThings = ["spaces", "sites", "members", "teams", "collections"] as const;
export type CustomThings = (typeof customThings)[number];

export interface Configuration {
  /** As messages name it; absent if there is none. */
  readonly file?: string;
  readonly rules: RuleSettings;
  /** By the id or title of a space. */
  readonly spaces: ReadonlyMap<string, RuleSettings>;
  readonly allow: readonly Allowance[];
  readonly custom: readonly CustomRule[];
}

const empty: Configuration = { rules: new Map(), spaces: new Map(), allow: [], custom: [] };

/**
 * @param asked the file that was named, and the folder that is checked; else a usual file is read if there is one
 * @param known all rules that come along
 * @throws UsageError with a line for each fault
 */
export async function readConfiguration(
  context: Context,
  { rules: given, repo }: { readonly rules?: string; readonly repo?: string },
  known: readonly Rule[],
): Promise<Configuration> {
  const source =
    given === undefined
      ? await usualConfigurationIn(context.cwd, repo)
      : { file: given, text: await context.readText(given) };
  if (source === undefined) return empty;
  const { file, text } = source;
  const { lineInYaml, readYaml } = await import("../../document/yaml.ts");
  let value: unknown;
  try {
    value = readYaml(text) ?? {};
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new UsageError(`${file} is no YAML: ${why.replace(/[:.]$/, "")}.`, "tome check rules");
  }
  const faults: string[] = [];
  const reader = new Reader(known, (at, message) => {
    faults.push(`line ${lineInYaml(text, at)}: ${message}`);
  });
  const read = reader.read(value, (at) => lineInYaml(text, at));
  if (faults.length === 0) return { file, ...read };
  const count = faults.length === 1 ? "a fault" : `${faults.length} faults`;
  throw new UsageError(`${file} has ${count}:`, "tome check rules", faults);
}

/** Here, or in the folder that is checked, whoever wrote that. */
async function usualConfigurationIn(cwd: string, repo: string | undefined) {
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

type At = readonly (string | number)[];

class Reader {
  readonly #known: ReadonlyMap<string, Rule>;
  readonly #fault: (at: At, message: string) => void;
  readonly #custom = new Map<string, CustomRule>();

  constructor(known: readonly Rule[], fault: (at: At, message: string) => void) {
    this.#known = new Map(known.map((rule) => [rule.id, rule]));
    this.#fault = fault;
  }

  read(value: unknown, formatLine: (at: At) => number): Omit<Configuration, "file"> {
    const { rules, spaces, allow, custom } = this.#members(
      value,
      [],
      ["rules", "spaces", "allow", "custom"],
    );
    // First, as the other members may name them.
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

  #settings(value: unknown, at: At): RuleSettings {
    const settings = new Map<string, RuleSetting>();
    for (const [id, one] of Object.entries(this.#object(value, at))) {
      const rule = this.#rule(id, [...at, id]);
      if (rule) settings.set(id, this.#setting(rule, one, [...at, id]));
    }
    return settings;
  }

  #setting(rule: Rule, value: unknown, at: At): RuleSetting {
    if (typeof value !== "object" || value === null) {
      const level = this.#level(value, at);
      return { ...(level !== undefined && { level }), parameters: {} };
    }
    const names = Object.keys(rule.parameters);
    const given = this.#members(value, at, ["level", ...names]);
    const parameters: Record<string, number | readonly string[]> = {};
    for (const name of names) {
      const one = given[name];
      if (one === undefined) continue;
      const isNumber = typeof rule.parameters[name]?.default === "number";
      if (isNumber && typeof one === "number" && Number.isFinite(one) && one >= 0) {
        parameters[name] = one;
      } else if (!isNumber && Array.isArray(one) && one.every((each) => typeof each === "string")) {
        parameters[name] = one;
      } else {
        const kind = isNumber ? "a number from 0 on" : "a list of texts";
        this.#fault([...at, name], `${name} of ${rule.id} must be ${kind}.`);
      }
    }
    const level =
      given.level === undefined ? undefined : this.#level(given.level, [...at, "level"]);
    return { ...(level !== undefined && { level }), parameters };
  }

  #level(value: unknown, at: At): RuleLevel | undefined {
    // YAML reads `off` as a text, and older readers as false.
    if (value === false || value === "off") return "off";
    if (isLevel(value)) return value;
    this.#fault(at, `A level is error, warning, notice or off, not ${JSON.stringify(value)}.`);
    return undefined;
  }

  #allowance(value: unknown, at: At, line: number): Allowance[] {
    const names = ["rule", "id", "target", "until", "why"];
    const given = this.#members(value, at, names);
    const texts = new Map<string, string>();
    for (const name of names) {
      const one = given[name];
      if (typeof one === "string" && one.trim() !== "") texts.set(name, one.trim());
      else if (one !== undefined && one !== null) {
        this.#fault([...at, name], `${name} must be a text.`);
        return [];
      }
    }
    const rule = texts.get("rule");
    if (rule === undefined) this.#fault(at, "An allowance must name its rule.");
    const [until, why] = [texts.get("until"), texts.get("why")];
    if (until === undefined || why === undefined) {
      this.#fault(at, "An allowance must say until when it holds, and why: until and why.");
    } else if (!isDay(until)) {
      this.#fault([...at, "until"], `until must be a day such as 2026-12-31, not ${until}.`);
    } else if (rule !== undefined && this.#rule(rule, [...at, "rule"])) {
      const [id, target] = [texts.get("id"), texts.get("target")];
      const more = { ...(id !== undefined && { id }), ...(target !== undefined && { target }) };
      return [{ rule, until, why, line, ...more }];
    }
    return [];
  }

  #customRule(id: string, value: unknown): CustomRule | undefined {
    const at = ["custom", id];
    if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(id)) {
      this.#fault(at, `${id} is no name of a rule; write letters, digits and dashes: no-emoji.`);
      return undefined;
    }
    if (this.#known.has(id)) {
      this.#fault(at, `${id} is a rule that comes along; give yours another name.`);
      return undefined;
    }
    const names = ["over", "where", "message", "level", "title", "why", "mend"];
    const given = this.#members(value, at, names);
    const text = (name: string) => (typeof given[name] === "string" ? String(given[name]) : "");
    const things = customThings.find((one) => one === given.over);
    if (things === undefined) {
      this.#fault([...at, "over"], `over must be one of ${customThings.join(", ")}.`);
    }
    for (const name of ["where", "message"]) {
      if (text(name).trim() === "") this.#fault([...at, name], `${name} must be a jq expression.`);
    }
    const level =
      given.level === undefined ? "warning" : this.#level(given.level, [...at, "level"]);
    if (things === undefined || level === undefined) return undefined;
    return {
      id,
      things,
      level,
      over: "organization",
      title: text("title") || id,
      finds: `What jq says of ${things}: ${text("where")}`,
      why: text("why") || "Your organization has this rule.",
      mend: text("mend") || "See the rule in the configuration.",
      parameters: {},
      where: text("where"),
      message: text("message"),
    };
  }

  #rule(id: string, at: At): Rule | undefined {
    const rule = this.#known.get(id) ?? this.#custom.get(id);
    if (rule) return rule;
    const near = nearest(id, [...this.#known.keys(), ...this.#custom.keys()]);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    this.#fault(at, `There is no rule ${id}.${hint}`);
    return undefined;
  }

  #members(value: unknown, at: At, names: readonly string[]): Readonly<Record<string, unknown>> {
    const given = this.#object(value, at);
    for (const name of Object.keys(given)) {
      if (names.includes(name)) continue;
      this.#fault([...at, name], `There is no member ${name} here; there are ${names.join(", ")}.`);
    }
    return given;
  }

  #object(value: unknown, at: At): Readonly<Record<string, unknown>> {
    if (value === undefined || value === null) return {};
    if (typeof value === "object" && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    this.#fault(at, `${at.join(".") || "The file"} must consist of names with values.`);
    return {};
  }

  #list(value: unknown, at: At): readonly unknown[] {
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
