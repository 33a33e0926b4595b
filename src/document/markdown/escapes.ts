/**
 * Removal of backslashes that CommonMark does not require: the formatter escapes more than authors
 * do.
 */

/** Maximum number of characters that are tried individually. */
const mostTried = 12;
const escaped = /\\([!-/:-@[-`{-~])/g;

/**
 * @param says returns the meaning of a text in a comparable form
 * @returns the text with as few escapes as possible; for each character all escapes are kept or
 * none
 */
export function withoutNeedlessEscapes(text: string, says: (text: string) => string): string {
  const signs = [...new Set([...text.matchAll(escaped)].map(([, sign = ""]) => sign))];
  if (signs.length === 0) return text;
  const meant = says(text);
  const without = (from: string, some: readonly string[]) =>
    from.replace(escaped, (whole, sign: string) => (some.includes(sign) ? sign : whole));
  const bare = without(text, signs);
  if (says(bare) === meant) return bare;
  return signs.slice(0, mostTried).reduce((best, sign) => {
    const next = without(best, [sign]);
    return says(next) === meant ? next : best;
  }, text);
}
