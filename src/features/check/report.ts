/** Application of levels, allowances and the baseline to raw findings. */
import type { Finding } from "../../context.ts";
import type { Configuration, RuleSetting } from "./configuration.ts";
import { computeFingerprint } from "./fingerprint.ts";
import type { Level, RawFinding, Rule } from "./rule.ts";

/** A finding in the output. */
export interface Row {
  readonly rule: string;
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly id: string;
  readonly target: string;
  readonly address: string | null;
  readonly cure: string;
  readonly fingerprint: string;
}

export interface Judged {
  /** The reported findings. */
  readonly rows: readonly Row[];
  /** The number of allowed findings. */
  readonly allowed: number;
  /** The number of findings in the baseline. */
  readonly known: number;
  /** All findings that are not allowed, for a new baseline. */
  readonly all: readonly Row[];
}

/**
 * @param titles of spaces by id; a configuration may refer to spaces by title
 * @param baseline fingerprints
 * @param today such as 2026-12-31
 */
export function judge(
  found: readonly RawFinding[],
  rules: readonly Rule[],
  configuration: Configuration,
  {
    titles,
    baseline,
    today,
  }: {
    readonly titles: ReadonlyMap<string, string>;
    readonly baseline: ReadonlySet<string>;
    readonly today: string;
  },
): Judged {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const fingerprints = new Set<string>();
  const all: Row[] = [];
  let allowed = 0;
  for (const one of found) {
    const rule = byId.get(one.rule);
    const level = rule && computeLevel(rule, one, configuration, titles);
    if (rule === undefined || level === undefined || level === "off") continue;
    const fingerprint = computeFingerprint(one);
    if (fingerprints.has(fingerprint)) continue;
    fingerprints.add(fingerprint);
    if (isAllowed(one, configuration, today)) {
      allowed++;
      continue;
    }
    const { title, message, file = null, line = null, id, target, address = null } = one;
    const shared = { rule: rule.id, level, title, message, file, line, id, target, address };
    all.push({ ...shared, cure: rule.mend, fingerprint });
  }
  const rows = all.filter(({ fingerprint }) => !baseline.has(fingerprint));
  const order = new Map(rules.map(({ id }, index) => [id, index]));
  const rank = ({ rule, level }: Row) => ranks[level] * 1000 + (order.get(rule) ?? 0);
  return {
    rows: rows.sort((one, other) => rank(one) - rank(other)),
    allowed,
    known: all.length - rows.length,
    all,
  };
}

const ranks: Readonly<Record<Level, number>> = { error: 0, warning: 1, notice: 2 };

/** Settings of a space take precedence over global settings. */
function computeLevel(
  rule: Rule,
  { spaces = [] }: RawFinding,
  configuration: Configuration,
  titles: ReadonlyMap<string, string>,
): Level | "off" | undefined {
  return (
    settingsFor(rule.id, spaces, configuration, titles).find(({ level }) => level !== undefined)
      ?.level ?? rule.level
  );
}

function settingsFor(
  rule: string,
  spaces: readonly string[],
  configuration: Configuration,
  titles: ReadonlyMap<string, string>,
): readonly RuleSetting[] {
  const names = spaces.flatMap((id) => [id, titles.get(id) ?? id]);
  const spaceSettings = names.flatMap((name) => configuration.spaces.get(name)?.get(rule) ?? []);
  return [...spaceSettings, ...[configuration.rules.get(rule) ?? []].flat()];
}

/** The value of a parameter of a rule, optionally for a space. */
export function getRuleParameter<T extends number | readonly string[]>(
  rule: Rule,
  name: string,
  configuration: Configuration,
  space?: { readonly id: string; readonly title: string },
): T {
  const titles = new Map(space ? [[space.id, space.title]] : []);
  const settings = settingsFor(rule.id, space ? [space.id] : [], configuration, titles);
  const setting = settings.find(({ parameters }) => parameters[name] !== undefined);
  return (setting?.parameters[name] ?? rule.parameters[name]?.default) as T;
}

/** Whether a rule is off globally and for all spaces. */
export function isOff({ id, level }: Rule, { rules, spaces }: Configuration): boolean {
  if ((rules.get(id)?.level ?? level) !== "off") return false;
  return [...spaces.values()].every((own) => (own.get(id)?.level ?? "off") === "off");
}

function isAllowed(
  { rule, id, target }: RawFinding,
  { allow }: Configuration,
  today: string,
): boolean {
  return allow.some(
    (one) =>
      one.rule === rule &&
      one.until >= today &&
      (one.id === undefined || one.id === id) &&
      (one.target === undefined || one.target === target),
  );
}

export function toFinding(row: Row): Finding {
  const { rule, level, title, message, file, line, address, cure, fingerprint } = row;
  return {
    rule,
    level,
    message,
    cure,
    fingerprint,
    location: {
      ...(file === null ? { name: title } : { file }),
      ...(line !== null && { line }),
      ...(address !== null && { address }),
    },
  };
}
