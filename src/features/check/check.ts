/** `tome check`: checks a repository or an organization by rules. */

import { resolve } from "node:path";
import type { Context, PrintedColumn, Result, TerminalView, ViewLine } from "../../context.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import { findNearestFew } from "../../json/nearest.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, isList, type JsonValue } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { isForPerson } from "../output-form.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import type { CheckResult } from "./checked.ts";
import { type CheckConfig, readConfiguration } from "./configuration.ts";
import { findExpired } from "./own-rules.ts";
import type { FindingRow } from "./report.ts";
import { classifyFindings, isOff, type JudgedFindings, toFinding } from "./report.ts";
import type { CheckRule, FindingLevel } from "./rule.ts";
import { allRules } from "./rules.ts";

export interface CheckCommandInput {
  readonly organizationId?: string;
  readonly rule?: readonly string[];
  readonly space?: readonly string[];
  readonly rules?: string;
  readonly repo?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly failOn?: "error" | "warning";
}

const columns: readonly PrintedColumn[] = [
  { header: "LEVEL", path: "level", as: "state" },
  { header: "RULE", path: "rule" },
  { header: "TITLE", path: "title", as: "title" },
  { header: "MESSAGE", path: "message", wide: true },
  { header: "FILE", path: "file", wide: true },
  { header: "LINE", path: "line", as: "number" },
  { header: "ID", path: "id", as: "id" },
];

export async function check(context: Context, input: CheckCommandInput): Promise<Result> {
  if (input.rule?.length === 1 && input.rule[0] === "rules") {
    const { listRules } = await import("./list-rules.ts");
    return listRules(context, input);
  }
  const configuration = await readConfiguration(context, input, allRules);
  const over = input.repo === undefined ? "organization" : "repository";
  const rules = chooseRules(input.rule ?? [], configuration, over);
  const baselineFile = input.baseline ?? (input.updateBaseline ? usualBaseline : undefined);
  const isNew = input.updateBaseline === true;
  const baseline =
    baselineFile === undefined || isNew
      ? new Set<string>()
      : await readBaseline(context, baselineFile, formatSameCheck(input));
  const checked = await carryOut(context, input, rules, configuration);
  const today = new Date().toISOString().slice(0, 10);
  const expired = rules.some(({ id }) => id === "allow-expired")
    ? findExpired(configuration, today)
    : [];
  const judged = classifyFindings([...expired, ...checked.found], rules, configuration, {
    titles: checked.titles,
    baseline,
    today,
  });
  if (isNew && baselineFile !== undefined) {
    // An incomplete baseline would report the missing findings as new later.
    if (checked.unread) throw checked.unread;
    await writeBaseline(context, baselineFile, judged.all);
    const count = formatCount(judged.all.length, "finding");
    return {
      done: `Wrote ${count} to ${baselineFile}.`,
      next: `To use the baseline: ${formatSameCheck(input)} --baseline ${baselineFile}`,
      record: { baseline: baselineFile, findings: judged.all.length },
    };
  }
  const scope = formatCheckScope(input, checked, judged, rules, configuration);
  return present(context, judged, { ...checked, scope }, rules, input.failOn ?? "error");
}

/** The number of files, spaces and rules of a check, and of rules and findings that do not count. */
function formatCheckScope(
  { repo }: CheckCommandInput,
  { examined }: CheckResult,
  { allowed, known }: JudgedFindings,
  rules: readonly CheckRule[],
  configuration: CheckConfig,
): string {
  const over = repo === undefined ? "organization" : "repository";
  const all = [...allRules, ...configuration.custom].filter((rule) => rule.over === over);
  const selected = rules.filter((rule) => rule.over === over);
  const off = selected.filter((rule) => isOff(rule, configuration)).length;
  return formatExamined(
    [...examined, [selected.length - off, "rule"]],
    [
      [off, "rule that is off", "rules that are off"],
      [all.length - selected.length, "rule that was not selected", "rules that were not selected"],
      [allowed, "allowed finding"],
      [known, "finding in the baseline", "findings in the baseline"],
    ],
  );
}

/** The command line of the same check. */
function formatSameCheck({
  rule = [],
  space = [],
  repo,
  rules,
  failOn,
}: CheckCommandInput): string {
  const flags = Object.entries({ repo, rules, fail: failOn });
  return [
    "tome check",
    ...rule,
    ...space.flatMap((one) => ["--space", one]),
    ...flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ].join(" ");
}

/** Other names of the rule about broken links. */
const linkWords = new Set(["links", "link", "broken-links", "dead-links", "link-broken"]);
const brokenLinks = { organization: "space-link-broken", repository: "link-broken" } as const;

/** @throws UsageError for an unknown rule, and for one that this check would skip */
function chooseRules(
  names: readonly string[],
  { custom }: CheckConfig,
  over: CheckRule["over"],
): readonly CheckRule[] {
  const all = [...allRules, ...custom];
  if (names.length === 0) return all;
  const ids = all.filter((rule) => rule.over === over).map(({ id }) => id);
  return names.map((typed) => {
    const name = linkWords.has(typed) && !ids.includes(typed) ? brokenLinks[over] : typed;
    const rule = all.find(({ id }) => id === name);
    // An explicitly named rule is enabled even if it is off by default.
    if (rule && (rule.over === over || rule.id === "allow-expired")) {
      return rule.level === "off" ? { ...rule, level: "warning" } : rule;
    }
    const near = findNearestFew(name, ids, 3);
    const fits = over === "organization" ? "repositories" : "organizations";
    const instead =
      over === "organization" ? "Add --repo <folder>." : "Remove --repo to check the organization.";
    const message =
      rule === undefined
        ? `No rule is named ${name}.${near.length === 0 ? "" : " Similar rules:"}`
        : `The rule ${name} is for ${fits}. ${instead}${near.length === 0 ? "" : " Similar rules of this check:"}`;
    const hint = near[0] === undefined ? "tome check rules" : `tome check ${near[0]}`;
    throw new UsageError(message, over === "organization" ? hint : "tome check rules", near);
  });
}

async function carryOut(
  context: Context,
  { organizationId, space, repo }: CheckCommandInput,
  rules: readonly CheckRule[],
  configuration: CheckConfig,
): Promise<CheckResult> {
  if (repo !== undefined) {
    if (space !== undefined) {
      throw new UsageError("Specify either --repo or --space, not both.");
    }
    const { checkFolder } = await import("./check-folder.ts");
    return checkFolder(context, repo, rules, configuration);
  }
  const org = organizationId ?? (await findCurrentOrganization(context));
  if (org === undefined) {
    throw new UsageError("Specify --org, or --repo for a local folder.", "tome check --repo .");
  }
  const { checkOrganization } = await import("./check-organization.ts");
  const target = { organizationId: org, spaces: space ?? [] };
  return checkOrganization(context, target, rules, configuration);
}

function present(
  context: Context,
  { rows, allowed, known: baselineCount }: JudgedFindings,
  { looked, unread, scope }: CheckResult & { readonly scope: string },
  rules: readonly CheckRule[],
  failOn: "error" | "warning",
): Result {
  const counts = (["error", "warning", "notice"] as const).flatMap((level) => {
    const count = rows.filter((row) => row.level === level).length;
    return count === 0 ? [] : [formatCount(count, level)];
  });
  const ignored = [
    ...(allowed > 0 ? [`${allowed} allowed`] : []),
    ...(baselineCount > 0 ? [`${baselineCount} in the baseline`] : []),
  ];
  const rest = ignored.length === 0 ? "" : ` (${ignored.join(", ")})`;
  const where = unread === undefined ? looked : `the readable part of ${looked}`;
  const summary = `${counts.join(", ") || "no findings"} in ${where}${rest}`;
  const fails = rows.some(
    ({ level }) => level === "error" || (failOn === "warning" && level === "warning"),
  );
  const unsettled =
    unread ?? (fails ? new IncompleteError("findings", `${toSentence(summary)}.`) : undefined);
  const findings = rows.map(toFinding);
  // The error contains the summary, too.
  const notes = () => [
    scope,
    ...(unsettled?.how === "findings" ? [] : [`${toSentence(summary)}.`]),
  ];
  if (isForPerson(context) && rows.length > 0) {
    return { view: viewFindings(rows, rules), notes, unsettled, findings };
  }
  return {
    list: [rows.map((row) => ({ ...row }))],
    columns,
    none: `${toSentence(summary)}.`,
    notes: rows.length === 0 ? () => [scope] : notes,
    unsettled: () => unsettled,
    findings: () => findings,
  };
}

function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Incremented when the computation of fingerprints changes. */
const version = 1;

/** Baseline of accepted findings, which do not fail a check. */
const usualBaseline = ".tome.check-baseline.json";

/**
 * The fingerprints of a baseline.
 * @param check the command, for the hint
 * @throws UsageError for a missing or invalid file
 */
async function readBaseline(context: Context, file: string, check: string): Promise<Set<string>> {
  const hint = `${check} --baseline ${file} --update-baseline`;
  let value: JsonValue;
  try {
    value = JSON.parse(await context.readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(error.message, hint);
    throw new UsageError(`The baseline ${file} is not valid JSON. Create it again.`, hint);
  }
  const { version: fileVersion, findings } = asObject(value);
  if (fileVersion !== version || !isList(findings)) {
    throw new UsageError(`${file} is not a baseline of version ${version}. Create it again.`, hint);
  }
  return new Set(findings.map((one) => String(asObject(one).fingerprint)));
}

/** Writes one sorted line per finding, so that a diff shows added and removed findings. */
async function writeBaseline(
  context: Context,
  file: string,
  rows: readonly FindingRow[],
): Promise<void> {
  const lines = rows
    .map(({ fingerprint, rule, id, target, title }) =>
      JSON.stringify({ fingerprint, rule, id, target, title }),
    )
    .sort();
  const list = lines.length === 0 ? "[]" : `[\n    ${lines.join(",\n    ")}\n  ]`;
  const text = `{\n  "version": ${version},\n  "findings": ${list}\n}\n`;
  await context.saveFile(resolve(context.cwd, file), Buffer.from(text), true);
}

/** Further findings of a rule are only counted. */
const maximumFindings = 20;

const tones = { error: "red", warning: "yellow", notice: "cyan" } as const satisfies Readonly<
  Record<FindingLevel, string>
>;

/** Terminal view of findings, grouped by rule, with the fix of each rule. */
function viewFindings(rows: readonly FindingRow[], rules: readonly CheckRule[]): TerminalView {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const groups = new Map<string, FindingRow[]>();
  for (const row of rows) addTo(groups, `${row.level} ${row.rule}`, row);
  const lines = [...groups.values()].flatMap((group, index): ViewLine[] => {
    const [first] = group;
    if (!first) return [];
    const { rule, level, fix } = first;
    const count = formatCount(group.length, level);
    return [
      ...(index === 0 ? [] : [[]]),
      [
        { text: titles.get(rule) ?? rule, tone: "bold" },
        "  ",
        { text: count, tone: tones[level] },
        "  ",
        { text: rule, tone: "dim" },
      ],
      ...group.slice(0, maximumFindings).map(formatLine),
      ...(group.length > maximumFindings
        ? [
            [
              {
                text: `  and ${group.length - maximumFindings} more. To list all: tome check ${rule} --format table`,
                tone: "dim",
              } as const,
            ],
          ]
        : []),
      [{ text: "  → ", tone: "cyan" }, fix],
    ];
  });
  return [{ lines: [...lines, ...countRules([...groups.values()])] }];
}

/** One line per rule at the end of a long list: the most severe first, then the most frequent. */
function countRules(groups: readonly (readonly FindingRow[])[]): readonly ViewLine[] {
  if (groups.length < 2) return [];
  const levels = Object.keys(tones);
  const rank = ([first]: readonly FindingRow[]) => levels.indexOf(first?.level ?? "");
  const sorted = groups.toSorted(
    (one, other) => rank(one) - rank(other) || other.length - one.length,
  );
  const counts = sorted.map(([first, ...others]) =>
    formatCount(others.length + 1, first?.level ?? "finding"),
  );
  const width = counts.reduce((most, { length }) => Math.max(most, length), 0);
  const lines = sorted.flatMap(([first], index): ViewLine[] => {
    const count = (counts[index] ?? "").padEnd(width);
    return first === undefined
      ? []
      : [[{ text: count, tone: tones[first.level] }, `  ${first.rule}`]];
  });
  return [[], ...lines];
}

function formatLine({ file, line, title, message }: FindingRow): ViewLine {
  const where = file === null ? title : line === null ? file : `${file}:${line}`;
  return [
    "  ",
    ...(message.startsWith(where) ? [] : [{ text: where, tone: "bold" } as const, "  "]),
    message,
  ];
}
