/** Measures and shortens text in the columns of a screen, not in characters. */

/** The columns that a text takes on the screen. */
export type Measure = (text: string) => number;

const PLAIN = /^[ -~]*$/;

/** Whether each character takes one column, which is seen without any table of widths. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The measure for some texts: their length where all are plain, else real widths, which are loaded. */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (isPlain(text)) continue;
    const { default: stringWidth } = await import("string-width");
    return (other) => (isPlain(other) ? other.length : stringWidth(other));
  }
  return (text) => text.length;
}

let segmenter: Intl.Segmenter | undefined;

/**
 * A text in at most `most` columns (1 or more): shortened where it is longer, with an ellipsis in
 * the last one. A character that is written with several code points is never cut apart.
 */
export function shorten(text: string, most: number, measure: Measure): string {
  if (isPlain(text)) return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
  segmenter ??= new Intl.Segmenter("en");
  let taken = 0;
  // Where to cut, if the text turns out too long.
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    taken += measure(segment);
    if (taken > most) return `${text.slice(0, end)}…`;
    if (taken <= most - 1) end = index + segment.length;
  }
  return text;
}
