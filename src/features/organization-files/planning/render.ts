/** Rendering of a plan as a diff for terminals and as Markdown for pull requests. */
import type { JsonValue, Span, TerminalView, ViewLine } from "../../../context.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asText } from "../../../json/values.ts";
import { formatExamined } from "../../safety-checks/examined-count.ts";
import { showLive, showWanted, type VariableNames } from "../desired/variables.ts";
import { nounOf } from "../resource.ts";
import { type FilesPlan, getActionName, type PlanStep } from "../step.ts";
import type { FieldChange } from "./compare.ts";

/** Further changes of a resource are only counted. */
const maximumChanges = 30;
const maximumSteps = 500;

/** `+` creates, `~` updates, `-` deletes, and `!` overwrites a change made on the platform. */
export function computeMark({ does, changes }: PlanStep): "+" | "~" | "-" | "!" {
  if (does === "delete") return "-";
  if (changes.some(({ side }) => side !== "pending")) return "!";
  return does === "create" ? "+" : "~";
}

const tones = { "+": "green", "~": "yellow", "-": "red", "!": "red" } as const;

export function buildPlanView(plan: FilesPlan, limit = maximumSteps): TerminalView {
  const { steps, folder } = plan;
  const lines = steps.slice(0, limit).flatMap((step, index): ViewLine[] => {
    const mark = computeMark(step);
    const { address, kind, title, note, changes } = step;
    const head: ViewLine = [
      { text: `${mark} ${address}`, tone: tones[mark] },
      "  ",
      { text: `${nounOf[kind]} ${JSON.stringify(title)}`, tone: "dim" },
    ];
    const more = changes.length - maximumChanges;
    return [
      ...(index === 0 ? [] : [[]]),
      head,
      ...(note === undefined ? [] : [["    ", { text: note, tone: "dim" } as const]]),
      ...changes
        .slice(0, maximumChanges)
        .map((change) => formatChangeLine(change, step, folder.variables)),
      ...(more > 0 ? [[{ text: `    and ${more} more`, tone: "dim" } as const]] : []),
    ];
  });
  const rest = steps.length - limit;
  if (rest > 0)
    lines.push([], [{ text: `and ${rest} more (use --json to list all)`, tone: "dim" }]);
  return [{ lines }];
}

function formatChangeLine(
  change: FieldChange,
  { does, kind }: PlanStep,
  variables: VariableNames,
): ViewLine {
  const { field, from, to, side } = change;
  const oldText = inOneLine(showLive(kind, field, from, { value: to, variables }));
  const newValue = showWanted(to, variables);
  const newText = newValue === to ? inOneLine(to) : asText(newValue);
  const spans: (string | Span)[] = ["    ", `${field}: `];
  if (from !== null) spans.push({ text: oldText, tone: "red", marks: ["", ""] }, " → ");
  spans.push({ text: newText, tone: to === null ? "red" : "green" });
  // The note of a resource that is created again explains the drift.
  if (side !== "pending" && does !== "create")
    spans.push({ text: `  (${sideDescriptions[side]})`, tone: "yellow" });
  return spans;
}

/** The changes of a step as one line of plain text, with old and new values. */
export function formatChanges(step: PlanStep, variables: VariableNames): string {
  const more = step.changes.length - maximumChanges;
  const texts = step.changes
    .slice(0, maximumChanges)
    .map((change) => toPlainText(formatChangeLine(change, step, variables)).trim());
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function toPlainText(line: ViewLine): string {
  return line.map((one) => (typeof one === "string" ? one : one.text)).join("");
}

/** The origin of a change, shown after the values. */
const sideDescriptions = {
  drift: "changed on the platform since the last apply; apply resets it",
  both: "changed in the files and on the platform; the files take precedence",
} as const;

const maximumValueLength = 200;

/** A value as one line of limited length. */
function inOneLine(value: JsonValue): string {
  if (value === null) return "none";
  const text = writeJson(value);
  return text.length > maximumValueLength ? `${text.slice(0, maximumValueLength)}…` : text;
}

/** The plan as lines of plain text. */
export function formatPlanLines(plan: FilesPlan): readonly string[] {
  return buildPlanView(plan).flatMap((block) =>
    "lines" in block ? block.lines.map(toPlainText) : [],
  );
}

/** "3 to create, 1 to change, 2 to delete" */
export function formatSummary({ steps }: Pick<FilesPlan, "steps">): string {
  const count = (name: ReturnType<typeof getActionName>) =>
    steps.filter((step) => getActionName(step) === name).length;
  const counts = [
    [count("create"), "to create"],
    [count("restore"), "to restore"],
    [count("update"), "to change"],
    [count("delete"), "to delete"],
  ] as const;
  const parts = counts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  return parts.length === 0 ? "No changes" : parts.join(", ");
}

/** The number of files and resources that a plan compares, and of resources that it leaves alone. */
export function formatPlanScope({ folder, wanted, live, ids }: FilesPlan): string {
  const others = [...live.values()].filter(
    ({ kind, id, title }) =>
      !wanted.things.has(kind === "invitation" ? `members/${title}` : ids.getAddress(kind, id)),
  );
  return formatExamined(
    [
      [folder.digests.size, "file"],
      [wanted.things.size, "resource"],
    ],
    [[others.length, "resource that is not in the files", "resources that are not in the files"]],
  );
}

/** GitHub rejects longer comments. */
const maximumCommentLength = 60_000;

export function toPlanMarkdown(plan: FilesPlan): string {
  const { notes, steps } = plan;
  const diff = formatPlanLines(plan)
    .map((line) => (line === "" || /^[+~!-] /.test(line) ? line : `  ${line}`))
    .join("\n");
  const fence = "`".repeat(Math.max(3, computeLongestRun(diff) + 1));
  const cut = diff.length > maximumCommentLength;
  const body = cut ? `${diff.slice(0, maximumCommentLength)}\n  …` : diff;
  const parts = [
    `### tome plan: ${formatSummary(plan)}`,
    ...(steps.length === 0 ? [] : [`${fence}diff\n${body}\n${fence}`]),
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The length of the longest run of backticks. */
function computeLongestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) if (run.length > longest) longest = run.length;
  return longest;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]#|@]/g, "\\$&");
}
