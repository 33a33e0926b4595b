/** `tome openapi diff`: compares the live specification with a new one. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { Path } from "../../contract/openapi-references.ts";
import { type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { BudgetExceededError } from "../../json/budget.ts";
import { formatCount } from "../../json/pluralize.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { isForPerson } from "../output-form.ts";
import type { ApiComparison, ExaminedCounts } from "./compare.ts";
import {
  type DescriptionSource,
  isSlug,
  isUrl,
  locateLines,
  readDescription,
  readVersionBefore,
} from "./source.ts";

/** Level of `--fail`: the changes that end with exit code 10. */
export type FailLevel = "breaking";

/** Conditions that `--fail` accepts. */
export interface GateOptions {
  readonly fail?: FailLevel;
  /** References that cannot be resolved are reported without ending the command. */
  readonly allowUnresolved?: boolean | undefined;
  readonly acceptMovedPrefix?: boolean | undefined;
}

interface DiffInput extends GateOptions {
  readonly organizationId?: string;
  readonly from: string;
  readonly to?: string;
  readonly format?: "markdown";
}

const columns: readonly PrintedColumn[] = [
  { header: "BREAKING", path: "breaking", as: "flag", means: { yes: "bad", no: "good" } },
  { header: "OPERATIONS", path: "operations", as: "list", wide: true },
  { header: "CHANGE", path: "message", as: "title", wide: true },
  { header: "RULE", path: "rule" },
  { header: "LINE", path: "line", as: "number" },
  { header: "PATH", path: "path", wide: true },
  { header: "PAGES", path: "pages", as: "list", wide: true },
];

export async function diff(context: Context, input: DiffInput): Promise<Result> {
  const { from, to, format } = input;
  const org = () => fetchOrganization(context, input);
  if (to === undefined && !isSlug(from)) {
    throw new UsageError(
      "A second specification is required.",
      `tome openapi diff ${from} openapi.yaml`,
    );
  }
  const progress = context.terminal.progress("Comparing …");
  try {
    const [before, now] = await readBoth(context, input, org);
    const report = await compareAll(before, now, input);
    const slug = before.slug ?? now.slug;
    const rows =
      slug === undefined || report.rows.length === 0
        ? report.rows
        : await withPages(context, await org(), slug, report.rows);
    return present(context, { ...report, rows }, now, input.fail === "breaking", format);
  } finally {
    progress.stop();
  }
}

/**
 * In order: the first specification that cannot be read is reported, and no request is sent for it.
 */
async function readBoth(
  context: Context,
  { from, to }: DiffInput,
  org: () => Promise<string>,
): Promise<readonly [DescriptionSource, DescriptionSource]> {
  if (to === undefined) {
    const before = await readVersionBefore(context, from, await org());
    return [before, await readDescription(context, from, org)];
  }
  // Files first, because they need no request.
  const isLocal = (word: string) => !isSlug(word) && !isUrl(word);
  if (isLocal(to)) {
    const now = isLocal(from) ? undefined : await readDescription(context, to, org);
    const before = await readDescription(context, from, org);
    return [before, now ?? (await readDescription(context, to, org))];
  }
  const before = await readDescription(context, from, org);
  return [before, await readDescription(context, to, org)];
}

async function fetchOrganization(context: Context, { organizationId }: DiffInput): Promise<string> {
  const org = organizationId ?? (await findCurrentOrganization(context));
  if (org !== undefined) return org;
  throw new UsageError("--org is required for a slug.", "tome config set org <organization>");
}

export interface ApiDiffRow {
  readonly breaking: boolean;
  readonly rule: string;
  readonly message: string;
  readonly operations: readonly string[];
  /** A JSON pointer into the new specification, or into the old one for a removed value. */
  readonly path: string;
  readonly in: "old" | "new";
  readonly line: number;
  /** Titles of the pages that show one of the operations. */
  readonly pages: readonly string[];
}

/** Result of a comparison and the number of compared elements. */
export interface DiffReport {
  readonly rows: readonly ApiDiffRow[];
  readonly examined: ExaminedCounts;
  readonly uncompared: readonly UncomparedRow[];
  /** References that cannot be resolved, one sentence each. */
  readonly unresolved: readonly Finding[];
}

interface UncomparedRow {
  readonly kind: string;
  readonly count: number;
  readonly path: string;
  readonly line: number;
  readonly in: "old" | "new";
}

/**
 * @throws UsageError for a reference that cannot be resolved, if --fail is given without
 * --allow-unresolved
 */
export async function compareAll(
  before: DescriptionSource,
  now: DescriptionSource,
  { fail, allowUnresolved = false, acceptMovedPrefix }: GateOptions,
): Promise<DiffReport> {
  const comparison = await examine(before, now, acceptMovedPrefix);
  const { changes, examined, uncompared } = comparison;
  const unresolved = [
    ...(await findMalformed(before)),
    ...(await findMalformed(now)),
    ...(await reportUnresolved(before, now, comparison.unresolved)),
  ];
  if (fail !== undefined && !allowUnresolved && unresolved.length > 0) {
    const [first, ...others] = unresolved.map(({ message }) => message);
    throw new UsageError(
      `${first} Use --allow-unresolved to compare without this part.`,
      undefined,
      others.slice(0, mostDetails),
    );
  }
  const locations = [...changes, ...uncompared];
  const lines = new Map([
    ...(await findLines(before, "old", locations)),
    ...(await findLines(now, "new", locations)),
  ]);
  return {
    examined,
    unresolved,
    rows: changes.map((change) => ({
      breaking: change.isBreaking,
      rule: change.rule,
      message: change.message,
      operations: change.operations,
      path: toPointer(change.path),
      in: change.in,
      line: lines.get(change) ?? 1,
      pages: [],
    })),
    uncompared: uncompared.map((one) => ({
      kind: one.kind,
      count: one.count,
      path: toPointer(one.path),
      in: one.in,
      line: lines.get(one) ?? 1,
    })),
  };
}

async function examine(
  before: DescriptionSource,
  now: DescriptionSource,
  acceptMovedPrefix: boolean | undefined,
): Promise<ApiComparison> {
  const { examineDescriptions } = await import("./compare.ts");
  try {
    return examineDescriptions(before.root, now.root, { acceptMovedPrefix });
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    const { name, measure, maximum } = error.exceeded;
    throw new UsageError(
      `The comparison of ${before.name} and ${now.name} takes more than ${maximum} steps (limit ${name}.${measure}). Reduce the references between their schemas.`,
    );
  }
}

interface SideLocation {
  readonly path: Path;
  readonly in: "old" | "new";
}

/** Lines of the locations on one side, whose text is only read again if there are any. */
async function findLines(
  source: DescriptionSource,
  side: SideLocation["in"],
  locations: readonly SideLocation[],
): Promise<readonly (readonly [SideLocation, number])[]> {
  const own = locations.filter((one) => one.in === side);
  if (own.length === 0) return [];
  const lines = await locateLines(
    source,
    own.map(({ path }) => path),
  );
  return own.map((one, index) => [one, lines[index] ?? 1]);
}

const mostDetails = 20;

async function reportUnresolved(
  before: DescriptionSource,
  now: DescriptionSource,
  { old, young }: ApiComparison["unresolved"],
): Promise<Finding[]> {
  const reasons = {
    missing: "does not resolve",
    elsewhere: "leads to another document, which is not followed",
    misplaced: "leads to a value that is not allowed there",
    circular: "leads back to itself",
    undefined: "leads to a security scheme that is not defined",
    dynamic: "resolves to different schemas depending on the path to it, and is not followed",
  } as const;
  const findings: Finding[] = [];
  for (const [side, references] of [
    [before, old],
    [now, young],
  ] as const) {
    if (references.length === 0) continue;
    const paths = references.map(({ path }) => path);
    const lines = await locateLines(side, paths);
    for (const [at, { text, reason }] of references.entries()) {
      const line = lines[at] ?? 1;
      findings.push({
        rule: "unresolved-reference",
        level: "warning",
        message: `${side.name}:${line}: The reference to ${text} ${reasons[reason]}.`,
        location: side.file === undefined ? { name: side.name } : { file: side.file, line },
      });
    }
  }
  return findings;
}

async function findMalformed(side: DescriptionSource): Promise<Finding[]> {
  const { listMalformed } = await import("./malformed.ts");
  const parts = listMalformed(side.root);
  const lines =
    parts.length === 0
      ? []
      : await locateLines(
          side,
          parts.map(({ path }) => path),
        );
  return parts.map(({ message }, index) => {
    const line = lines[index] ?? 1;
    return {
      rule: "unread-part",
      level: "warning",
      message: `${side.name}:${line}: ${message}`,
      location: side.file === undefined ? { name: side.name } : { file: side.file, line },
    };
  });
}

function toPointer(path: Path): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

async function withPages(
  context: Context,
  organizationId: string,
  slug: string,
  rows: readonly ApiDiffRow[],
): Promise<ApiDiffRow[]> {
  const { findPagesOfSpecification } = await import("./pages.ts");
  const pages = await findPagesOfSpecification(context, organizationId, slug);
  return rows.map((row) => ({
    ...row,
    pages: [...new Set(row.operations.flatMap((name) => pages.get(name.toLowerCase()) ?? []))],
  }));
}

/** Level of a change in reports. */
export function toFindings(
  rows: readonly ApiDiffRow[],
  { name, file }: DescriptionSource,
): Finding[] {
  return rows.map((row) => ({
    rule: row.rule,
    level: row.breaking ? "error" : "notice",
    message: describeChange(row),
    location: {
      ...(file !== undefined && row.in === "new" ? { file, line: row.line } : { name }),
    },
  }));
}

const mostNamed = 3;

function describeChange({ operations, message, pages }: ApiDiffRow): string {
  const first = operations.slice(0, mostNamed).join(", ");
  const more = operations.length > mostNamed ? ` and ${operations.length - mostNamed} more` : "";
  const isSaid = operations.length === 1 && message.startsWith(operations[0] ?? "");
  const on = pages.length === 0 ? "" : ` Shown on: ${pages.slice(0, mostNamed).join(", ")}.`;
  return `${isSaid ? "" : `${first}${more}: `}${message}${on}`;
}

export function formatCounts({ rows, examined, uncompared, unresolved }: DiffReport): string {
  const breaking = rows.filter((row) => row.breaking).length;
  const others = rows.length - breaking;
  const changes = (count: number, kind: string) => formatCount(count, `${kind}change`);
  const { operations, parameters, schemas } = examined;
  const sizes = `${formatCount(operations, "operation")}, ${formatCount(parameters, "parameter")} and ${formatCount(schemas, "pair of schemas", "pairs of schemas")}`;
  const uncomparedCount = uncompared.reduce((sum, { count }) => sum + count, 0);
  const skipped = [
    ...(uncomparedCount > 0 ? [`${formatCount(uncomparedCount, "difference")} not compared`] : []),
    ...(unresolved.length > 0
      ? [`${formatCount(unresolved.length, "reference")} not followed`]
      : []),
  ];
  const rest = skipped.length === 0 ? "" : `; ${skipped.join(", ")}`;
  const looked = `Compared ${sizes}${rest}.`;
  if (rows.length === 0) return `Nothing that a client notices has changed. ${looked}`;
  if (breaking === 0) return `${changes(others, "")}, none of them breaking. ${looked}`;
  return `${changes(breaking, "breaking ")}${others === 0 ? "" : `, ${others} further`}. ${looked}`;
}

/** One sentence for each kind of element that differs but is not compared. */
export function formatUncompared({ uncompared }: DiffReport): string[] {
  return uncompared.map(
    ({ kind, count, line, in: side }) =>
      `${count} of the ${kind} ${count === 1 ? "differs" : "differ"}; the first is in line ${line}${side === "old" ? " of the old version" : ""}.`,
  );
}

function present(
  context: Context,
  report: DiffReport,
  now: DescriptionSource,
  fails: boolean,
  format: "markdown" | undefined,
): Result {
  const { rows, unresolved } = report;
  const summary = formatCounts(report);
  const isFailure = fails && rows.some(({ breaking }) => breaking);
  const unsettled = isFailure ? new IncompleteError("findings", summary) : undefined;
  if (format === "markdown") return { text: toMarkdown(report, summary), unsettled };
  const findings = [...toFindings(rows, now), ...unresolved];
  const asides = [
    ...unresolved.map(({ message }) => message),
    ...formatUncompared(report).map((sentence) => `Not compared: ${sentence}`),
  ];
  const notes = () => [...asides, ...(unsettled ? [] : [summary])];
  if (isForPerson(context) && rows.length > 0) {
    const lines = rows.map((row) => [
      { text: row.breaking ? "breaking  " : "          ", tone: "red" } as const,
      describeChange(row),
      {
        text: `  ${row.in === "old" ? "old version, " : ""}line ${row.line}`,
        tone: "dim",
      } as const,
    ]);
    return { view: [{ lines }], notes, unsettled, findings };
  }
  return {
    list: [rows.map((row) => ({ ...row }))],
    columns,
    none: summary,
    notes: rows.length === 0 ? () => asides : notes,
    unsettled: () => unsettled,
    findings: () => findings,
  };
}

/** Escapes Markdown, because names of operations and properties are untrusted. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\r\n]+/g, " ").replace(/[\\`*_[\]<>|&~@$:#]/g, "\\$&");
}

function toMarkdown(report: DiffReport, summary: string): string {
  const { rows, unresolved } = report;
  const part = (title: string, some: readonly string[]) =>
    some.length === 0
      ? ""
      : `\n## ${title}\n\n${some.map((one) => `- ${escapeMarkdown(one)}\n`).join("")}`;
  const list = (isBreaking: boolean) =>
    rows
      .filter((row) => row.breaking === isBreaking)
      .map((row) => `${describeChange(row)} (line ${row.line})`);
  const omissions = [...formatUncompared(report), ...unresolved.map(({ message }) => message)];
  return `${summary}\n${part("Breaking", list(true))}${part("Other changes", list(false))}${part("Not compared", omissions)}`;
}
