/** Width and shortening of text in screen columns, not in characters. */

/** The width of a text in screen columns. */
export type Measure = (text: string) => number;

const PLAIN = /^[ -~]*$/;

/** Whether each character certainly has a width of one column. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Common characters of one column: European letters and signs that do not combine with adjacent
 * ones.
 */
const ONE =
  "[ -~\\u00a1-\\u00ac\\u00ae-\\u024f\\u0391-\\u03c9\\u0400-\\u0481\\u2010-\\u2027\\u20ac]";
/**
 * Common characters of two columns: Chinese and Japanese characters and signs, and Korean
 * syllables.
 */
const TWO =
  "[\\u3001-\\u3029\\u3041-\\u3096\\u30a0-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff5e]";
/**
 * An emoji of one code point, which has two columns; flags and skin tones combine with an adjacent
 * one.
 */
const EMOJI = "(?=\\p{Emoji_Presentation})[^\\p{Regional_Indicator}\\p{Emoji_Modifier}]";

/** Compiled on demand, because most texts are plain. */
let simple: RegExp | undefined;
const NARROW = new RegExp(ONE, "u");

/**
 * Whether all characters are common: loading the widths of the others takes as long as starting
 * Node.
 */
function isSimple(text: string): boolean {
  if (isPlain(text)) return true;
  simple ??= new RegExp(`^(?:${ONE}|${TWO}|${EMOJI})*$`, "u");
  return simple.test(text);
}

/** The width, if all characters are common; else a lower bound. */
export function measureWideText(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const character of text) width += NARROW.test(character) ? 1 : 2;
  return width;
}

/**
 * The measure for some texts: a simple one if possible, else the full Unicode rules, which are
 * loaded.
 */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (!isSimple(text)) return measureForAny();
  }
  return measureWideText;
}

/** The measure for texts that are not known yet. */
export async function measureForAny(): Promise<Measure> {
  const { default: stringWidth } = await import("string-width");
  return (text) => (isPlain(text) ? text.length : stringWidth(text));
}

let segmenter: Intl.Segmenter | undefined;

/**
 * A text in no more than `most` columns (1 or more): a longer one is shortened and ends with an
 * ellipsis. A character of several code points is never split.
 */
export function shorten(text: string, most: number, measure: Measure): string {
  if (isPlain(text)) return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
  let taken = 0;
  let at = 0;
  // The end of the part that fits before the ellipsis.
  let end = 0;
  for (const character of splitCharacters(text)) {
    taken += measure(character);
    if (taken > most) return `${text.slice(0, end)}…`;
    at += character.length;
    if (taken <= most - 1) end = at;
  }
  return text;
}

/** The characters as a reader perceives them. */
function* splitCharacters(text: string): Iterable<string> {
  if (isSimple(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter("en");
  for (const { segment } of segmenter.segment(text)) yield segment;
}
