/** Measures and shortens text in the columns of a screen, not in characters. */

/** The columns that a text takes on the screen. */
export type Measure = (text: string) => number;

const PLAIN = /^[ -~]*$/;

/** Whether each character takes one column, which is seen without any table of widths. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Common characters of one column: European letters and signs, none of which joins its neighbours. */
const ONE =
  "[ -~\\u00a1-\\u00ac\\u00ae-\\u024f\\u0391-\\u03c9\\u0400-\\u0481\\u2010-\\u2027\\u20ac]";
/** Common characters of two: Chinese and Japanese ones with their signs, and whole Korean syllables. */
const TWO =
  "[\\u3001-\\u3029\\u3041-\\u3096\\u30a0-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff5e]";
/** An emoji of one code point, which takes two; flags and skin tones belong to a neighbour. */
const EMOJI = "(?=\\p{Emoji_Presentation})[^\\p{Regional_Indicator}\\p{Emoji_Modifier}]";

const SIMPLE = new RegExp(`^(?:${ONE}|${TWO}|${EMOJI})*$`, "u");
const NARROW = new RegExp(ONE, "u");

/** Whether all characters are common ones: loading the widths of the others costs as much as Node itself. */
function isSimple(text: string): boolean {
  return isPlain(text) || SIMPLE.test(text);
}

function simpleWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const character of text) width += NARROW.test(character) ? 1 : 2;
  return width;
}

/** The measure for some texts: simple where all are, else by all the rules of Unicode, which are loaded. */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (!isSimple(text)) return measureForAny();
  }
  return simpleWidth;
}

/** The measure for texts that are not known yet. */
export async function measureForAny(): Promise<Measure> {
  const { default: stringWidth } = await import("string-width");
  return (text) => (isPlain(text) ? text.length : stringWidth(text));
}

let segmenter: Intl.Segmenter | undefined;

/**
 * A text in at most `most` columns (1 or more): shortened where it is longer, with an ellipsis in
 * the last one. A character that is written with several code points is never cut apart.
 */
export function shorten(text: string, most: number, measure: Measure): string {
  if (isPlain(text)) return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
  let taken = 0;
  let at = 0;
  // Where to cut, if the text turns out too long.
  let end = 0;
  for (const character of charactersOf(text)) {
    taken += measure(character);
    if (taken > most) return `${text.slice(0, end)}…`;
    at += character.length;
    if (taken <= most - 1) end = at;
  }
  return text;
}

/** What a reader takes for characters. */
function* charactersOf(text: string): Iterable<string> {
  if (isSimple(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter("en");
  for (const { segment } of segmenter.segment(text)) yield segment;
}
