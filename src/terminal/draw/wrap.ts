/** Wraps a line between words at the edge of the screen; further lines have the same indentation. */
import { stripVTControlCharacters } from "node:util";
import { type Measure, measureWideText } from "./text-width.ts";
import type { TextPiece } from "./view.ts";

/**
 * The beginning of a line that the next one repeats as spaces: its indentation, and the marker of a
 * list or a change.
 */
const START = /^ *(?:[-+*~] +)*/;

/**
 * @param width in columns; a longer word is not wrapped
 * @param measure the columns of a text
 */
export function wrapPieces(
  pieces: readonly TextPiece[],
  width: number,
  measure: Measure,
): (readonly TextPiece[])[] {
  const whole = pieces.reduce((sum, { text }) => sum + measure(text), 0);
  if (whole <= width) return [pieces];
  const [start = ""] = START.exec(pieces.map(({ text }) => text).join("")) ?? [];
  // Beside the lines of a deep tree, a narrow screen has no space at all.
  const indent = " ".repeat(Math.max(0, Math.min(start.length, Math.floor(width / 2))));
  const lines: TextPiece[][] = [];
  let line: TextPiece[] = [];
  let taken = 0;
  let gap: TextPiece[] = [];
  for (const word of listWords(pieces)) {
    if (word.isGap) {
      gap = [...word.pieces];
      continue;
    }
    const needed = computeSize(gap) + computeSize(word.pieces);
    if (taken > indent.length && taken + needed > width) {
      lines.push(line);
      line = [{ text: indent }];
      taken = indent.length;
      gap = [];
    }
    for (const piece of [...gap, ...word.pieces]) line.push(piece);
    taken += computeSize(gap) + computeSize(word.pieces);
    gap = [];
  }
  return [...lines, line];

  function computeSize(some: readonly TextPiece[]): number {
    return some.reduce((sum, { text }) => sum + measure(text), 0);
  }
}

/**
 * A sentence that ends with a command to copy. A line break in the command would execute its first
 * half when it is pasted.
 */
const WITH_COMMAND = /^(.{12,}?:) (tome [a-z].*)/;
const COMMAND = /(?:^|[ :])tome [a-z]/;
/** The hint of an error contains its command; commands in the error itself are ordinary words. */
const ERROR = /^error: /;

/**
 * Wraps a sentence between its words. A command at its end gets its own line, which is not wrapped.
 * @param sentence with or without colors; each of several lines is wrapped on its own
 * @param width in columns
 */
export function wrapSentence(sentence: string, width: number): string {
  if (sentence.includes("\n")) {
    return sentence
      .split("\n")
      .map((line) => wrapSentence(line, width))
      .join("\n");
  }
  const measure = (text: string) => measureWideText(stripVTControlCharacters(text));
  if (sentence.length <= width || measure(sentence) <= width) return sentence;
  const [, text, command] = WITH_COMMAND.exec(sentence) ?? [];
  if (text !== undefined) return `${wrapSentence(text, width)}\n${command}`;
  const plain = stripVTControlCharacters(sentence);
  if (!ERROR.test(plain) && COMMAND.test(plain)) return sentence;
  const lines = wrapPieces([{ text: sentence }], width, measure);
  return lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
}

interface WrapWord {
  readonly isGap: boolean;
  readonly pieces: readonly TextPiece[];
}

/** Words and the spaces between them; a word can consist of several pieces. */
function* listWords(pieces: readonly TextPiece[]): Generator<WrapWord> {
  let current: { readonly isGap: boolean; readonly pieces: TextPiece[] } | undefined;
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
