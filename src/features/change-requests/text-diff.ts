/** Comparison of two texts of a page: by lines for programs, by words for terminals. */
import type { Span, ViewLine } from "../../context.ts";

/**
 * A changed part with context, as in a unified diff: each line starts with ` `, `-`, `+` or `\`.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/**
 * Above this number of changed lines, a page counts as rewritten, because comparison time grows
 * with the square.
 */
const mostLines = 2000;
/** Limits in characters of both sides and in changed words; above them, only lines are shown. */
const mostText = 20_000;
const mostWords = 1000;
/** Context lines before and after a change. */
const context = 3;

/** The changed parts; empty if the texts are equal. */
export async function compareLines(before: string, after: string): Promise<readonly Hunk[]> {
  const { structuredPatch } = await import("diff");
  const limits = { context, maxEditLength: mostLines };
  const patch = structuredPatch("", "", before, after, "", "", limits);
  if (patch !== undefined) return patch.hunks;
  const [gone] = structuredPatch("", "", before, "", "", "", { context }).hunks;
  const [come] = structuredPatch("", "", "", after, "", "", { context }).hunks;
  return [
    {
      oldStart: 1,
      oldLines: gone?.oldLines ?? 0,
      newStart: 1,
      newLines: come?.newLines ?? 0,
      lines: [...(gone?.lines ?? []), ...(come?.lines ?? [])],
    },
  ];
}

/** Number of added and removed lines. */
export function countLines(hunks: readonly Hunk[]): {
  readonly added: number;
  readonly removed: number;
} {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith("+")) added++;
      else if (line.startsWith("-")) removed++;
    }
  }
  return { added, removed };
}

/** The changed parts with removed and added words side by side. */
export async function drawHunks(hunks: readonly Hunk[]): Promise<ViewLine[]> {
  const drawn: ViewLine[] = [];
  for (const [at, { lines }] of hunks.entries()) {
    if (at > 0) drawn.push([{ text: "  …", tone: "dim" }]);
    let removed: string[] = [];
    let added: string[] = [];
    const flush = async () => {
      for (const line of await drawChange(removed, added)) drawn.push(line);
      removed = [];
      added = [];
    };
    for (const line of lines) {
      const text = line.slice(1);
      if (line.startsWith("-")) {
        if (added.length > 0) await flush();
        removed.push(text);
      } else if (line.startsWith("+")) added.push(text);
      else if (line.startsWith(" ")) {
        await flush();
        drawn.push([`  ${text}`]);
      }
    }
    await flush();
  }
  return drawn;
}

async function drawChange(
  removed: readonly string[],
  added: readonly string[],
): Promise<ViewLine[]> {
  const words = await compareWords(removed.join("\n"), added.join("\n"));
  if (words !== undefined) return formatLines(words);
  return [
    ...removed.map((text): ViewLine => [{ text: `- ${text}`, tone: "red" }]),
    ...added.map((text): ViewLine => [{ text: `+ ${text}`, tone: "green" }]),
  ];
}

interface DiffWords {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/**
 * Undefined if the texts are long or have little in common, because a comparison by words is not
 * readable then.
 */
async function compareWords(
  before: string,
  after: string,
): Promise<readonly DiffWords[] | undefined> {
  if (before === "" || after === "" || before.length + after.length > mostText) return undefined;
  const { diffWordsWithSpace } = await import("diff");
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostWords });
  if (changes === undefined) return undefined;
  const size = (text: string) => text.replace(/\s+/g, "").length;
  const same = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + size(value), 0);
  return same * 3 < Math.max(size(before), size(after)) ? undefined : changes;
}

const marks = { added: ["{+", "+}"], removed: ["[-", "-]"] } as const;

/** Lines with a sign: changed within, added, or removed. */
function formatLines(words: readonly DiffWords[]): ViewLine[] {
  const lines: Span[][] = [[]];
  const signs: Set<string>[] = [new Set()];
  for (const { value, added, removed } of words) {
    for (const [at, text] of value.split("\n").entries()) {
      if (at > 0) {
        lines.push([]);
        signs.push(new Set());
      }
      if (text === "") continue;
      signs.at(-1)?.add(added ? "+" : removed ? "-" : " ");
      lines
        .at(-1)
        ?.push(
          added
            ? { text, tone: "green", marks: marks.added }
            : removed
              ? { text, tone: "red", marks: marks.removed }
              : { text },
        );
    }
  }
  return lines.map((spans, at): ViewLine => {
    const [sign = " ", ...others] = signs[at] ?? [];
    if (others.length > 0) return [{ text: "~ ", tone: "yellow" }, ...spans];
    const text = `${sign} ${spans.map((span) => span.text).join("")}`;
    return [
      sign === "+" ? { text, tone: "green" } : sign === "-" ? { text, tone: "red" } : { text },
    ];
  });
}

const codeFence = /^\s*(`{3,}|~{3,})/;
/** A pipe that ends a cell; one in a text is escaped. */
const cellEnd = /(?<!\\)\|/;

/**
 * Removes the padding of cells in Markdown tables, outside of code. The platform pads a column to its
 * widest cell, so that one longer word changes all lines of the table. The number of lines stays.
 */
export function removePadding(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = codeFence.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) {
      fence = undefined;
      return line;
    }
    return fence === undefined ? removeLinePadding(line) : line;
  });
  return lines.join("\n");
}

/** A line of a table begins and ends with a pipe. */
function removeLinePadding(line: string): string {
  const row = line.trim();
  if (row.length < 2 || !row.startsWith("|") || !row.endsWith("|")) return line;
  const cells = row.split(cellEnd).slice(1, -1);
  const texts = cells.map((cell) => cell.trim().replace(/^(:?)-+(:?)$/, "$1---$2"));
  return `| ${texts.join(" | ")} |`;
}
