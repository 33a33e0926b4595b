/** Breaks a line between words where the screen ends; what follows is indented as the line itself is. */
import { stripVTControlCharacters } from "node:util";
import { type Measure, wideWidth } from "./text-width.ts";
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

  function computeSize(some: readonly Piece[]): number {
    return some.reduce((sum, { text }) => sum + measure(text), 0);
  }
}

/**
 * A sentence that ends with a command to copy. With a line break in it, the first half would be carried
 * out when it is pasted.
 */
const WITH_COMMAND = /^(.{12,}?:) (tome [a-z].*)/;
const COMMAND = /(?:^|[ :])tome [a-z]/;
/** What is to be done about an error is its hint: the commands in the error itself are words of a sentence. */
const ERROR = /^error: /;

/**
 * Breaks a sentence for a person between its words. A command at its end gets a line of its own, which is
 * left to the screen.
 * @param sentence in colours or without; of several lines, each is broken by itself
 * @param width in columns
 */
export function wrapSentence(sentence: string, width: number): string {
  if (sentence.includes("\n")) {
    return sentence
      .split("\n")
      .map((line) => wrapSentence(line, width))
      .join("\n");
  }
  const measure = (text: string) => wideWidth(stripVTControlCharacters(text));
  if (sentence.length <= width || measure(sentence) <= width) return sentence;
  const [, text, command] = WITH_COMMAND.exec(sentence) ?? [];
  if (text !== undefined) return `${wrapSentence(text, width)}\n${command}`;
  const plain = stripVTControlCharacters(sentence);
  if (!ERROR.test(plain) && COMMAND.test(plain)) return sentence;
  const lines = wrapPieces([{ text: sentence }], width, measure);
  return lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
}

interface Word {
  readonly isGap: boolean;
  readonly pieces: readonly Piece[];
}

/** Words and the blanks between them; a word may go through several pieces. */
function* listWords(pieces: readonly Piece[]): Generator<Word> {
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
