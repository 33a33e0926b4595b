/** Words of a text, as the units of a merge. */

/** A word, one character of a script without spaces, spaces, or one other character. */
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

export function splitWords(text: string): string[] {
  return text.match(unit) ?? [];
}

export function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The similarity of two lists of words, from 0 (no common word) to 1 (the same words). */
export function compareWords(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    common++;
  }
  return (2 * common) / (one.length + other.length);
}
