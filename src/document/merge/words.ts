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

/** The number of times that each word occurs. */
export interface WordCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

export function countWords(words: Iterable<string>): WordCounts {
  const counts = new Map<string, number>();
  let total = 0;
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total++;
  }
  return { counts, total };
}

/** The number of words that both texts have, each as often as both have it. */
export function countCommon(one: WordCounts, other: WordCounts): number {
  const [few, many] = one.counts.size < other.counts.size ? [one, other] : [other, one];
  let common = 0;
  for (const [word, count] of few.counts) {
    const otherCount = many.counts.get(word);
    if (otherCount !== undefined) common += Math.min(count, otherCount);
  }
  return common;
}

/** The similarity of the words of two texts, from 0 (no common word) to 1 (the same words). */
export function compareWords(one: WordCounts, other: WordCounts): number {
  const total = one.total + other.total;
  return total === 0 ? 1 : (2 * countCommon(one, other)) / total;
}
