/** Breaks a line between words where the screen ends; what follows is indented as the line itself is. */
import type { Measure } from "./text-width.ts";
import type { Piece } from "./view.ts";

/** What a line begins with that the next one repeats as blanks: its indent, and the sign of a list or a change. */
const START = /^ *(?:[-+*~] +)*/;

/**
 * @param width in columns; a word that is longer is left to the screen
 * @param measure the columns that a text takes
 */
export function wrapPieces(
  pieces: readonly Piece[],
  width: number,
  measure: Measure,
): (readonly Piece[])[] {
  const whole = pieces.reduce((sum, { text }) => sum + measure(text), 0);
  if (whole <= width) return [pieces];
  const [start = ""] = START.exec(pieces.map(({ text }) => text).join("")) ?? [];
  const indent = " ".repeat(Math.min(start.length, Math.floor(width / 2)));
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let taken = 0;
  let gap: Piece[] = [];
  for (const word of wordsOf(pieces)) {
    if (word.isGap) {
      gap = [...word.pieces];
      continue;
    }
    const needed = sizeOf(gap) + sizeOf(word.pieces);
    if (taken > indent.length && taken + needed > width) {
      lines.push(line);
      line = [{ text: indent }];
      taken = indent.length;
      gap = [];
    }
    for (const piece of [...gap, ...word.pieces]) line.push(piece);
    taken += sizeOf(gap) + sizeOf(word.pieces);
    gap = [];
  }
  return [...lines, line];

  function sizeOf(some: readonly Piece[]): number {
    return some.reduce((sum, { text }) => sum + measure(text), 0);
  }
}

interface Word {
  readonly isGap: boolean;
  readonly pieces: readonly Piece[];
}

/** Words and the blanks between them; a word may go through several pieces. */
function* wordsOf(pieces: readonly Piece[]): Generator<Word> {
  let current: { readonly isGap: boolean; readonly pieces: Piece[] } | undefined;
  for (const { text, tone, whole } of pieces) {
    for (const part of whole ? [text] : (text.match(/ +|[^ ]+/g) ?? [])) {
      const isGap = !whole && part.startsWith(" ");
      if (current !== undefined && current.isGap !== isGap) {
        yield current;
        current = undefined;
      }
      current ??= { isGap, pieces: [] };
      current.pieces.push({ text: part, tone });
    }
  }
  if (current !== undefined) yield current;
}
