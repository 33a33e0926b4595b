/** `tome openapi diff`: what is live against what would come. */
import type { Column, Context, Result } from "../../context.ts";
import { type Finding, Unsettled, UsageError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { organizationInForce } from "../organization-in-force.ts";
import { isForPerson } from "../output-form.ts";
import type { Change } from "./change.ts";
import { type Description, isSlug, linesIn, readDescription, readVersionBefore } from "./source.ts";
import { listUncompared, type UnreadPart } from "./unread-parts.ts";

interface DiffInput {
  readonly organizationId?: string;
  readonly from: string;
  readonly to?: string;
  readonly failOn?: "breaking";
  readonly allowUnresolved?: boolean;
  readonly format?: "markdown";
}

const columns: readonly Column[] = [
  { header: "BREAKING", path: "breaking", as: "flag", means: { yes: "bad", no: "good" } },
  { header: "OPERATIONS", path: "operations", as: "list", wide: true },
  { header: "CHANGE", path: "message", as: "title", wide: true },
  { header: "RULE", path: "rule" },
  { header: "LINE", path: "line", as: "number" },
  { header: "PATH", path: "path", wide: true },
  { header: "PAGES", path: "pages", as: "list", wide: true },
];

export async function diff(context: Context, input: DiffInput): Promise<Result> {
  const { from, to, failOn, format, allowUnresolved = false } = input;
  const org = () => organizationOf(context, input);
  if (to === undefined && !isSlug(from)) {
    throw new UsageError(
      "Two descriptions are compared; name a second one.",
      `tome openapi diff ${from} openapi.yaml`,
    );
  }
  const progress = context.terminal.progress("Comparing …");
  try {
    const [before, now] =
      to === undefined
        ? [
            await readVersionBefore(context, from, await org()),
            await readDescription(context, from, org),
          ]
        : [await readDescription(context, from, org), await readDescription(context, to, org)];
    const uncompared = listUncompared(before.root, now.root);
    if (failOn !== undefined && !allowUnresolved) await refuseUnread([before, now], uncompared);
    const unread = await findUnread([before, now], uncompared);
    const rows = await compareAll(before, now);
    const slug = before.slug ?? now.slug;
    const known =
      slug === undefined || rows.length === 0
        ? rows
        : await withPages(context, await org(), slug, rows);
    return present(context, known, now, unread, failOn === "breaking", format);
  } finally {
    progress.stop();
  }
}

async function organizationOf(context: Context, { organizationId }: DiffInput): Promise<string> {
  const org = organizationId ?? (await organizationInForce(context));
  if (org !== undefined) return org;
  throw new UsageError("--org is required for a slug.", "tome config set org <organization>");
}

export interface Row {
  readonly breaking: boolean;
  readonly rule: string;
  readonly message: string;
  readonly operations: readonly string[];
  /** A JSON pointer, into the old description if what it names is gone. */
  readonly path: string;
  readonly in: "old" | "new";
  readonly line: number;
  /** Titles of the pages that show one of the operations. */
  readonly pages: readonly string[];
}

export async function compareAll(before: Description, now: Description): Promise<Row[]> {
  const { compareDescriptions } = await import("./compare.ts");
  const changes = compareDescriptions(before.root, now.root);
  if (changes.length === 0) return [];
  const paths = changes.map(({ path }) => path);
  const [old, young] = [await linesIn(before, paths), await linesIn(now, paths)];
  return changes.map((change, at) => ({
    breaking: change.isBreaking,
    rule: change.rule,
    message: change.message,
    operations: change.operations,
    path: pointerOf(change),
    in: change.in,
    line: (change.in === "old" ? old : young)[at] ?? 1,
    pages: [],
  }));
}

function pointerOf({ path }: Change): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

async function withPages(
  context: Context,
  organizationId: string,
  slug: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const { pagesThatShow } = await import("./pages.ts");
  const shown = await pagesThatShow(context, organizationId, slug);
  return rows.map((row) => ({
    ...row,
    pages: [...new Set(row.operations.flatMap((name) => shown.get(name.toLowerCase()) ?? []))],
  }));
}

/** What a change is called, for reports. */
export function findingsOf(rows: readonly Row[], { name, file }: Description): Finding[] {
  return rows.map((row) => ({
    rule: row.rule,
    level: row.breaking ? "error" : "notice",
    message: sayChange(row),
    location: {
      ...(file !== undefined && row.in === "new" ? { file, line: row.line } : { name }),
    },
  }));
}

/**
 * Each part that is not compared, with its line.
 * @param uncompared parts of the last description
 */
export async function findUnread(
  descriptions: readonly Description[],
  uncompared: readonly UnreadPart[] = [],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const description of descriptions) {
    const { name, file } = description;
    const isLast = description === descriptions.at(-1);
    const unread = [...description.unread, ...(isLast ? uncompared : [])];
    if (unread.length === 0) continue;
    const lines = await linesIn(
      description,
      unread.map(({ path }) => path),
    );
    for (const [index, { message }] of unread.entries()) {
      const line = lines[index] ?? 1;
      findings.push({
        rule: "not-compared",
        level: "warning",
        message: `${name}, line ${line}: ${message}`,
        location: file === undefined ? { name } : { file, line },
      });
    }
  }
  return findings;
}

/** A comparison that lets something pass must have read all of it. @throws UsageError */
export async function refuseUnread(
  descriptions: readonly Description[],
  uncompared: readonly UnreadPart[] = [],
): Promise<void> {
  const findings = await findUnread(descriptions, uncompared);
  if (findings.length === 0) return;
  throw new UsageError(
    `${sayUnread(findings)} Correct them, or compare the rest with --allow-unresolved.`,
    undefined,
    findings.slice(0, mostUnread).map(({ message }) => message),
  );
}

const mostUnread = 20;

function sayUnread(findings: readonly Finding[]): string {
  return `${counted(findings.length, "part is", "parts are")} not compared.`;
}

const mostNamed = 3;

function sayChange({ operations, message, pages }: Row): string {
  const first = operations.slice(0, mostNamed).join(", ");
  const more = operations.length > mostNamed ? ` and ${operations.length - mostNamed} more` : "";
  const isSaid = operations.length === 1 && message.startsWith(operations[0] ?? "");
  const on = pages.length === 0 ? "" : ` Shown on: ${pages.slice(0, mostNamed).join(", ")}.`;
  return `${isSaid ? "" : `${first}${more}: `}${message}${on}`;
}

export function sayCounts(rows: readonly Row[]): string {
  const breaking = rows.filter((row) => row.breaking).length;
  const others = rows.length - breaking;
  const changes = (count: number, kind: string) => counted(count, `${kind}change`);
  if (rows.length === 0) return "Nothing that a client notices has changed.";
  if (breaking === 0) return `${changes(others, "")}, none of them breaking.`;
  return `${changes(breaking, "breaking ")}${others === 0 ? "" : `, ${others} further`}.`;
}

function present(
  context: Context,
  rows: readonly Row[],
  now: Description,
  unread: readonly Finding[],
  fails: boolean,
  format: "markdown" | undefined,
): Result {
  const left = unread.length === 0 ? "" : ` ${sayUnread(unread)}`;
  const summary = `${sayCounts(rows)}${left}`;
  const isFailure = fails && rows.some(({ breaking }) => breaking);
  const unsettled = isFailure ? new Unsettled("findings", summary) : undefined;
  if (format === "markdown") return { text: markdownOf(rows, summary), unsettled };
  const findings = [...findingsOf(rows, now), ...unread];
  const details = unread.slice(0, mostUnread).map(({ message }) => message);
  const notes = () => [...details, ...(unsettled ? [] : [summary])];
  if (isForPerson(context) && rows.length > 0) {
    const lines = rows.map((row) => [
      { text: row.breaking ? "breaking  " : "          ", tone: "red" } as const,
      sayChange(row),
      { text: `  ${row.in === "old" ? "before, " : ""}line ${row.line}`, tone: "dim" } as const,
    ]);
    return { view: [{ lines }], notes, unsettled, findings };
  }
  return {
    list: [rows.map((row) => ({ ...row }))],
    columns,
    none: summary,
    notes: rows.length === 0 ? () => details : notes,
    unsettled: () => unsettled,
    findings: () => findings,
  };
}

/** Text that makes no markup: names of operations and properties are somebody else's. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, " ").replace(/[\\`*_[\]<>|&~@$:#]/g, "\\$&");
}

function markdownOf(rows: readonly Row[], summary: string): string {
  const part = (title: string, some: readonly Row[]) =>
    some.length === 0
      ? ""
      : `\n## ${title}\n\n${some.map((row) => `- ${plain(sayChange(row))} (line ${row.line})\n`).join("")}`;
  const [breaking, others] = [
    rows.filter((row) => row.breaking),
    rows.filter((row) => !row.breaking),
  ];
  return `${summary}\n${part("Breaking", breaking)}${part("Other changes", others)}`;
}
