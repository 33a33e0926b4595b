/** Drawing of a tree, with a line for each branch: title, details and id. */
import { toHarmlessLine } from "../neutralize.ts";
import { isolate } from "./isolate.ts";
import { type Measure, shorten } from "./text-width.ts";
import type { Screen, TextPiece, ViewBranch } from "./view.ts";
import { wrapPieces } from "./wrap.ts";

/** The text before a branch: one part for each level above it, and one for its own. */
interface TreeLines {
  readonly passing: string;
  readonly ended: string;
  readonly branch: string;
  readonly last: string;
}

const drawn: TreeLines = { passing: "│  ", ended: "   ", branch: "├─ ", last: "└─ " };
/** For terminals that show only ASCII. */
const plain: TreeLines = { passing: "|  ", ended: "   ", branch: "|- ", last: "`- " };
/** For a screen reader, which would spell out line characters. */
const spoken: TreeLines = { passing: "  ", ended: "  ", branch: "- ", last: "- " };

const GAP = "  ";
/** In columns; unlimited for a file. */
const widest = 400;

/**
 * Branches of the top level start at the left, and those below them are connected by lines. The
 * details of a title move below it if both do not fit; a title is shortened only if it does not fit
 * alone.
 */
export function drawTree(
  branches: readonly ViewBranch[],
  screen: Pick<Screen, "width" | "accessible" | "isAscii">,
  measure: Measure,
): (readonly TextPiece[])[] {
  const parts = screen.accessible ? spoken : screen.isAscii ? plain : drawn;
  const lines: (readonly TextPiece[])[] = [];
  // A stack instead of recursion, because a tree can be deeper than the call stack.
  const left: BranchPosition[] = listPositions(branches, undefined);
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    for (const line of formatLines(one, parts, screen.width, measure)) lines.push(line);
    for (const below of listPositions(one.branch.below, one)) left.push(below);
  }
  return lines;
}

/** A branch and its position. */
interface BranchPosition {
  readonly branch: ViewBranch;
  readonly isLast: boolean;
  readonly above: BranchPosition | undefined;
  /** 0 at the top level. */
  readonly depth: number;
}

/** In reverse order. */
function listPositions(
  branches: readonly ViewBranch[],
  above: BranchPosition | undefined,
): BranchPosition[] {
  const depth = above === undefined ? 0 : above.depth + 1;
  return branches
    .map((branch, at) => ({ branch, isLast: at === branches.length - 1, above, depth }))
    .reverse();
}

function formatLines(
  one: BranchPosition,
  parts: TreeLines,
  width: number,
  measure: Measure,
): (readonly TextPiece[])[] {
  const { title, tone, notes, id, below } = one.branch;
  const [own, next] = formatPrefixes(one, parts, width, below.length > 0);
  const text = toHarmlessLine(title).trim() || "(untitled)";
  const tail = formatTail(notes, id);
  const space = width - measure(own);
  const fitting = measure(text) <= space ? text : shorten(text, Math.max(space, 1), measure);
  const titled: readonly TextPiece[] = [
    { text: own, tone: "dim" },
    // A file has lines of any width, and programs may read it.
    { text: Number.isFinite(width) ? isolate(fitting, text) : fitting, tone },
  ];
  if (tail.length === 0) return [titled];
  const needed = measure(text) + GAP.length + measure(tail.map((piece) => piece.text).join(""));
  if (needed <= space) return [[...titled, { text: GAP }, ...tail]];
  return [titled, ...tailLines(next, notes, id, width, measure)];
}

/** The details on separate lines, with the id if that fits too. */
function tailLines(
  prefix: string,
  notes: ViewBranch["notes"],
  id: string | undefined,
  width: number,
  measure: Measure,
): (readonly TextPiece[])[] {
  const space = width - measure(prefix);
  const computeSize = (row: readonly TextPiece[]) =>
    row.reduce((sum, { text }) => sum + measure(text), 0);
  const together = formatTail(notes, id);
  const apart = [...wrapPieces(formatTail(notes, undefined), space, measure), formatTail([], id)];
  const rows = computeSize(together) <= space ? [together] : apart;
  return (
    rows
      .filter((row) => row.length > 0)
      // An id that is wider than the space beside the lines has the whole row.
      .map((row) => [{ text: computeSize(row) <= space ? prefix : "", tone: "dim" }, ...row])
  );
}

function formatTail(notes: ViewBranch["notes"], id: string | undefined): readonly TextPiece[] {
  const pieces = notes.flatMap(({ text, tone }, at): TextPiece[] => [
    ...(at === 0 ? [] : [{ text: ", ", tone: "dim" as const }]),
    { text: toHarmlessLine(text), tone },
  ]);
  if (id === undefined) return pieces;
  const gap = pieces.length === 0 ? [] : [{ text: GAP }];
  return [...pieces, ...gap, { text: toHarmlessLine(id), tone: "dim" }];
}

/**
 * The text before the first and further lines of a branch. Beyond half of the screen, the levels
 * are counted instead of drawn.
 */
function formatPrefixes(
  one: BranchPosition,
  parts: TreeLines,
  width: number,
  hasBelow: boolean,
): readonly [string, string] {
  const under = hasBelow ? parts.passing : parts.ended;
  if (one.depth === 0) return ["", under];
  const own = one.isLast ? parts.last : parts.branch;
  const after = one.isLast ? parts.ended : parts.passing;
  if (one.depth * own.length > Math.min(width, widest) / 2) {
    const count = `…${one.depth} `;
    return [count + own, " ".repeat(count.length) + after + under];
  }
  let above = "";
  for (let at = one.above; at !== undefined && at.depth > 0; at = at.above) {
    above = (at.isLast ? parts.ended : parts.passing) + above;
  }
  return [above + own, above + after + under];
}
