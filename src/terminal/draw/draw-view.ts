/** Drawing of a view: neutralizes all text, wraps lines at the edge of the screen, and colors them. */
import { formatLocalTime } from "../../json/local-time.ts";
import { formatRelativeTime } from "../cell.ts";
import { toHarmlessLine } from "../neutralize.ts";
import { plainStyle, type Style } from "../style.ts";
import { drawTree } from "./draw-tree.ts";
import { measureFor } from "./text-width.ts";
import type { Screen, TerminalView, TextPiece, ViewBranch, ViewLine } from "./view.ts";
import { wrapPieces } from "./wrap.ts";

/** The text of a view, each line with its line break. Lines are wrapped between words. */
export async function drawView(view: TerminalView, screen: Screen): Promise<string> {
  const blocks = view.map((block) =>
    "tree" in block ? block : { lines: block.lines.map((line) => buildPieces(line, screen)) },
  );
  const measure = await measureFor(toTexts(blocks));
  return blocks
    .flatMap((block) =>
      "tree" in block
        ? drawTree(block.tree, screen, measure)
        : block.lines.flatMap((line) => wrapPieces(line, screen.width, measure)),
    )
    .map((line) => `${paint(line, screen.style)}\n`)
    .join("");
}

function buildPieces(line: ViewLine, { style, now }: Screen): readonly TextPiece[] {
  return line.map((span) => {
    if (typeof span === "string") return { text: toHarmlessLine(span) };
    const { text, tone, as, marks: [before, after] = ["", ""] } = span;
    const words = toHarmlessLine(as === "time" ? formatTime(text, now) : text);
    const marked = style === plainStyle ? `${before}${words}${after}` : words;
    return { text: marked, tone, whole: as === "command" };
  });
}

/** A time in words. Of a future time, such as a schedule, the exact time matters too. */
function formatTime(time: string, now: number): string {
  const words = formatRelativeTime(time, now);
  return Date.parse(time) > now ? `${words} (${formatLocalTime(time)})` : words;
}

function* toTexts(
  blocks: readonly (
    | { readonly lines: readonly (readonly TextPiece[])[] }
    | { readonly tree: readonly ViewBranch[] }
  )[],
): Generator<string> {
  for (const block of blocks) {
    if ("lines" in block) {
      for (const line of block.lines) for (const { text } of line) yield text;
      continue;
    }
    const left = [...block.tree];
    for (let branch = left.pop(); branch !== undefined; branch = left.pop()) {
      yield toHarmlessLine(branch.title);
      for (const { text } of branch.notes) yield toHarmlessLine(text);
      yield toHarmlessLine(branch.id ?? "");
      for (const below of branch.below) left.push(below);
    }
  }
}

/** One line with its colors; adjacent pieces of one tone share them. */
function paint(line: readonly TextPiece[], style: Style): string {
  let painted = "";
  for (let at = 0; at < line.length; ) {
    const { tone } = line[at] ?? {};
    let text = "";
    for (; at < line.length && line[at]?.tone === tone; at++) text += line[at]?.text ?? "";
    painted += tone === undefined || text.trim() === "" ? text : style[tone](text);
  }
  return painted.trimEnd();
}
