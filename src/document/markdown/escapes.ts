/** Backslashes that CommonMark does not need in their place: printing is careful, people are not. */

/** So many different signs are tried one after the other. */
const mostTried = 12;
const escaped = /\\([!-/:-@[-`{-~])/g;

/**
 * @param says what a text says, in any form that is equal for equal content
 * @returns the text with as few escapes as say the same, all or none of each sign
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
