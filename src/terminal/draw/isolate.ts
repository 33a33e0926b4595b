/**
 * Isolation of text from right to left. Without it, a Hebrew or Arabic title reverses the columns
 * and the tree lines beside it.
 */

/** A letter of a script that is written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, which have no width. */
const isolateStart = "\u2068";
const isolateEnd = "\u2069";

/**
 * The painted text, isolated if it has such letters.
 * @param text neutralized and without color, so that it contains no control characters of its own
 */
export function isolate(painted: string, text: string): string {
  return rightToLeft.test(text) ? `${isolateStart}${painted}${isolateEnd}` : painted;
}
