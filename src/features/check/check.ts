/** `tome check`: checks a repository or an organization by rules. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { nearestFew } from "../../json/nearest.ts";
import { organizationInForce } from "../auth/current-organization.ts";
import { isForPerson } from "../output-form.ts";
import { readBaseline, usualBaseline, writeBaseline } from "./baseline.ts";
import type { CheckResult } from "./checked.ts";
import { type CheckConfig, readConfiguration } from "./configuration.ts";
import { findExpired } from "./own-rules.ts";
import { type JudgedFindings, judge, toFinding } from "./report.ts";
import type { CheckRule } from "./rule.ts";
import { allRules } from "./rules.ts";
import { viewFindings } from "./view.ts";

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
  const rules = chosenRules(input.rule ?? [], configuration);
  const baselineFile = input.baseline ?? (input.updateBaseline ? usualBaseline : undefined);
  const isNew = input.updateBaseline === true;
  const baseline =
    baselineFile === undefined || isNew
      ? new Set<string>()
      : await readBaseline(context, baselineFile, sameCheck(input));
  const checked = await carryOut(context, input, rules, configuration);
  const today = new Date().toISOString().slice(0, 10);
  const expired = rules.some(({ id }) => id === "allow-expired")
    ? findExpired(configuration, today)
    : [];
  const judged = judge([...expired, ...checked.found], rules, configuration, {
    titles: checked.titles,
    baseline,
    today,
  });
  if (isNew && baselineFile !== undefined) {
    // An incomplete baseline would report the missing findings as new later.
    if (checked.unread) throw checked.unread;
    await writeBaseline(context, baselineFile, judged.all);
    const count = counted(judged.all.length, "finding");
    return {
      done: `Wrote ${count} to ${baselineFile}.`,
      next: `To use the baseline: ${sameCheck(input)} --baseline ${baselineFile}`,
      record: { baseline: baselineFile, findings: judged.all.length },
    };
  }
  return present(context, judged, checked, rules, input.failOn ?? "error");
}

/** The command line of the same check. */
function sameCheck({ rule = [], space = [], repo, rules, failOn }: CheckCommandInput): string {
  const flags = Object.entries({ repo, rules, fail: failOn });
  return [
    "tome check",
    ...rule,
    ...space.flatMap((one) => ["--space", one]),
    ...flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ].join(" ");
}

function chosenRules(names: readonly string[], { custom }: CheckConfig): readonly CheckRule[] {
  const all = [...allRules, ...custom];
  if (names.length === 0) return all;
  return names.map((name) => {
    const rule = all.find(({ id }) => id === name);
    // An explicitly named rule is enabled even if it is off by default.
    if (rule) return rule.level === "off" ? { ...rule, level: "warning" } : rule;
    const ids = all.map(({ id }) => id);
    throw new UsageError(
      `No rule is named ${name}. Similar rules:`,
      "tome check rules",
      nearestFew(name, ids, 3),
    );
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
  const org = organizationId ?? (await organizationInForce(context));
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
  { looked, unread, notes: skippedNotes = [] }: CheckResult,
  rules: readonly CheckRule[],
  failOn: "error" | "warning",
): Result {
  const counts = (["error", "warning", "notice"] as const).flatMap((level) => {
    const count = rows.filter((row) => row.level === level).length;
    return count === 0 ? [] : [counted(count, level)];
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
    unread ?? (fails ? new IncompleteError("findings", `${sentence(summary)}.`) : undefined);
  const findings = rows.map(toFinding);
  // The error contains the summary, too.
  const notes = () => [
    ...skippedNotes,
    ...(unsettled?.how === "findings" ? [] : [`${sentence(summary)}.`]),
  ];
  if (isForPerson(context) && rows.length > 0) {
    return { view: viewFindings(rows, rules), notes, unsettled, findings };
  }
  return {
    list: [rows.map((row) => ({ ...row }))],
    columns,
    none: `${sentence(summary)}.`,
    notes: rows.length === 0 ? () => skippedNotes : notes,
    unsettled: () => unsettled,
    findings: () => findings,
  };
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
