/** Application of levels, allowances and the baseline to raw findings. */

import { createHash } from "node:crypto";
import type { Finding } from "../../context.ts";
import type { CheckConfig, RuleConfig } from "./configuration.ts";
import type { CheckRule, FindingLevel, RawFinding } from "./rule.ts";

/** A finding in the output. */
export interface FindingRow {
  readonly rule: string;
  readonly level: FindingLevel;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly id: string;
  readonly target: string;
  readonly address: string | null;
  readonly fix: string;
  readonly fingerprint: string;
}

export interface JudgedFindings {
  /** The reported findings. */
  readonly rows: readonly FindingRow[];
  /** The number of allowed findings. */
  readonly allowed: number;
  /** The number of findings in the baseline. */
  readonly known: number;
  /** All findings that are not allowed, for a new baseline. */
  readonly all: readonly FindingRow[];
}

/**
 * @param titles of spaces by id; a configuration may refer to spaces by title
 * @param baseline fingerprints
 * @param today such as 2026-12-31
 */
export function classifyFindings(
  found: readonly RawFinding[],
  rules: readonly CheckRule[],
  configuration: CheckConfig,
  {
    titles,
    baseline,
    today,
  }: {
    readonly titles: ReadonlyMap<string, string>;
    readonly baseline: ReadonlySet<string>;
    readonly today: string;
  },
): JudgedFindings {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const fingerprints = new Set<string>();
  const all: FindingRow[] = [];
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
    all.push({ ...shared, fix: rule.fix, fingerprint });
  }
  const rows = all.filter(({ fingerprint }) => !baseline.has(fingerprint));
  const order = new Map(rules.map(({ id }, index) => [id, index]));
  const rank = ({ rule, level }: FindingRow) => ranks[level] * 1000 + (order.get(rule) ?? 0);
  return {
    rows: rows.sort((one, other) => rank(one) - rank(other)),
    allowed,
    known: all.length - rows.length,
    all,
  };
}

const ranks: Readonly<Record<FindingLevel, number>> = { error: 0, warning: 1, notice: 2 };

/** Settings of a space take precedence over global settings. */
function computeLevel(
  rule: CheckRule,
  { spaces = [] }: RawFinding,
  configuration: CheckConfig,
  titles: ReadonlyMap<string, string>,
): FindingLevel | "off" | undefined {
  return (
    listSettings(rule.id, spaces, configuration, titles).find(({ level }) => level !== undefined)
      ?.level ?? rule.level
  );
}

function listSettings(
  rule: string,
  spaces: readonly string[],
  configuration: CheckConfig,
  titles: ReadonlyMap<string, string>,
): readonly RuleConfig[] {
  const names = spaces.flatMap((id) => [id, titles.get(id) ?? id]);
  const spaceSettings = names.flatMap((name) => configuration.spaces.get(name)?.get(rule) ?? []);
  return [...spaceSettings, ...[configuration.rules.get(rule) ?? []].flat()];
}

/** The value of a parameter of a rule, optionally for a space. */
export function getRuleParameter<T extends number | readonly string[]>(
  rule: CheckRule,
  name: string,
  configuration: CheckConfig,
  space?: { readonly id: string; readonly title: string },
): T {
  const titles = new Map(space ? [[space.id, space.title]] : []);
  const settings = listSettings(rule.id, space ? [space.id] : [], configuration, titles);
  const setting = settings.find(({ parameters }) => parameters[name] !== undefined);
  return (setting?.parameters[name] ?? rule.parameters[name]?.default) as T;
}

/** Whether a rule is off globally and for all spaces. */
export function isOff({ id, level }: CheckRule, { rules, spaces }: CheckConfig): boolean {
  if ((rules.get(id)?.level ?? level) !== "off") return false;
  return [...spaces.values()].every((own) => (own.get(id)?.level ?? "off") === "off");
}

function isAllowed(
  { rule, id, target }: RawFinding,
  { allow }: CheckConfig,
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

export function toFinding(row: FindingRow): Finding {
  const { rule, level, title, message, file, line, address, fix, fingerprint } = row;
  return {
    rule,
    level,
    message,
    fix,
    fingerprint,
    location: {
      ...(file === null ? { name: title } : { file }),
      ...(line !== null && { line }),
      ...(address !== null && { address }),
    },
  };
}

/**
 * Excludes titles, lines and messages, so that the fingerprint survives renames and moves. Copies and
 * translations of a space have pages with the same ids, so it includes the space.
 */
function computeFingerprint({
  rule,
  id,
  target,
  spaces = [],
}: Pick<RawFinding, "rule" | "id" | "target" | "spaces">): string {
  const text = JSON.stringify([rule, id, target, ...spaces]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
