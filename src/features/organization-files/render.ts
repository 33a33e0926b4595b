/** A plan as people read it: like a diff on a screen, and as Markdown for a pull request. */
import type { JsonValue, Line, Span, View } from "../../context.ts";
import { textIn } from "../../json/values.ts";
import type { Change } from "./compare.ts";
import type { Plan, Step } from "./step.ts";
import { nounOf } from "./thing.ts";
import { showLive, showWanted, type VariableNames } from "./variables.ts";

/** Of a thing, more changes are counted, as nobody reads on. */
const mostChanges = 30;
const mostSteps = 500;

/** `+` is created, `~` changed, `-` deleted, and `!` was changed by somebody else on the platform. */
export function computeMark({ does, changes }: Step): "+" | "~" | "-" | "!" {
  if (does === "delete") return "-";
  if (changes.some(({ side }) => side !== "pending")) return "!";
  return does === "create" ? "+" : "~";
}

const tones = { "+": "green", "~": "yellow", "-": "red", "!": "red" } as const;

export function buildPlanView(plan: Plan, most = mostSteps): View {
  const { steps, folder } = plan;
  const lines = steps.slice(0, most).flatMap((step, at): Line[] => {
    const mark = computeMark(step);
    const { address, kind, title, note, changes } = step;
    const head: Line = [
      { text: `${mark} ${address}`, tone: tones[mark] },
      "  ",
      { text: `${nounOf[kind]} ${JSON.stringify(title)}`, tone: "dim" },
    ];
    const more = changes.length - mostChanges;
    return [
      ...(at === 0 ? [] : [[]]),
      head,
      ...(note === undefined ? [] : [["    ", { text: note, tone: "dim" } as const]]),
      ...changes
        .slice(0, mostChanges)
        .map((change) => formatChangeLine(change, step, folder.variables)),
      ...(more > 0 ? [[{ text: `    and ${more} more`, tone: "dim" } as const]] : []),
    ];
  });
  const rest = steps.length - most;
  if (rest > 0) lines.push([], [{ text: `and ${rest} more; --json has all`, tone: "dim" }]);
  return [{ lines }];
}

function formatChangeLine(change: Change, { does, kind }: Step, variables: VariableNames): Line {
  const { field, from, to, side } = change;
  const old = inOneLine(showLive(kind, field, from, { value: to, variables }));
  const shown = showWanted(to, variables);
  const now = shown === to ? inOneLine(to) : textIn(shown);
  const spans: (string | Span)[] = ["    ", `${field}: `];
  if (from !== null) spans.push({ text: old, tone: "red", marks: ["", ""] }, " → ");
  spans.push({ text: now, tone: to === null ? "red" : "green" });
  // Of what is created anew, the note says that it was gone.
  if (side !== "pending" && does !== "create")
    spans.push({ text: `  (${sideWords[side]})`, tone: "yellow" });
  return spans;
}

/** Whose change it is, after the values. */
const sideWords = {
  drift: "changed on the platform since the last apply; it is set back",
  both: "changed in the files and on the platform; the files win",
} as const;

const longestValue = 200;

/** A value in one line, as it may be shown. */
function inOneLine(value: JsonValue): string {
  if (value === null) return "none";
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** The same as lines of plain text. */
export function formatPlanLines(plan: Plan): readonly string[] {
  return buildPlanView(plan).flatMap((block) =>
    "lines" in block
      ? block.lines.map((line) =>
          line.map((one) => (typeof one === "string" ? one : one.text)).join(""),
        )
      : [],
  );
}

/** "3 to create, 1 to change, 2 to delete" */
export function formatSummary({ steps }: Pick<Plan, "steps">): string {
  const count = (does: Step["does"]) => steps.filter((step) => step.does === does).length;
  const words = [
    [count("create"), "to create"],
    [count("update"), "to change"],
    [count("delete"), "to delete"],
  ] as const;
  const said = words.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  return said.length === 0 ? "Nothing to do" : said.join(", ");
}

/** GitHub takes no comment that is longer. */
const longestComment = 60_000;

export function toPlanMarkdown(plan: Plan): string {
  const { notes, steps } = plan;
  const diff = formatPlanLines(plan)
    .map((line) => (line === "" || /^[+~!-] /.test(line) ? line : `  ${line}`))
    .join("\n");
  const fence = "`".repeat(Math.max(3, longestRun(diff) + 1));
  const cut = diff.length > longestComment;
  const body = cut ? `${diff.slice(0, longestComment)}\n  …` : diff;
  const parts = [
    `### tome plan: ${formatSummary(plan)}`,
    ...(steps.length === 0 ? [] : [`${fence}diff\n${body}\n${fence}`]),
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** How many backticks stand in a row at most. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) if (run.length > longest) longest = run.length;
  return longest;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]#|@]/g, "\\$&");
}
