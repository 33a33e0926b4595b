/** Suggestions for a mistyped word. */

/**
 * The choice with the fewest edits, if it is similar: few edits, and more than half of the characters
 * stay. Leading hyphens of flags do not count.
 */
export function findNearest(word: string, choices: readonly string[]): string | undefined {
  const stem = withoutHyphens(word);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(stem.length / 3)) + 1;
  for (const choice of choices) {
    const own = withoutHyphens(choice);
    const distance = countChanges(stem, own, least);
    // A swap of two letters keeps both.
    const isSimilar = 2 * distance < Math.max(stem.length, own.length) || isSwap(stem, own);
    if (distance < least && isSimilar) {
      least = distance;
      best = choice;
    }
  }
  const hasStart = (choice: string) => withoutHyphens(choice).startsWith(stem);
  return best ?? (stem.length > 1 ? choices.find(hasStart) : undefined);
}

function withoutHyphens(text: string): string {
  return text.replace(/^-+/, "");
}

function isSwap(one: string, other: string): boolean {
  return one.length === 2 && one[0] === other[1] && one[1] === other[0] && other.length === 2;
}

/** In characters; for longer texts, the beginnings are compared. */
const longestCompared = 60;

/**
 * The similar choices with the fewest edits, the nearest first, without duplicates; those that
 * contain the whole word, in the singular or the plural, come first. A choice is similar if it,
 * or one of its words, keeps more than half of the characters.
 */
export function findNearestFew(word: string, choices: readonly string[], most: number): string[] {
  const fold = (text: string) => text.slice(0, longestCompared).toLowerCase();
  const wanted = fold(word);
  const one = wanted.length > 3 ? wanted.replace(/s$/, "") : wanted;
  const ranked = [...new Set(choices)].map((choice) => {
    const own = fold(choice);
    const holds = wanted.length > 1 && own.includes(one);
    const isNear = (part: string) =>
      2 * countChanges(wanted, part, longestCompared) < Math.max(wanted.length, part.length);
    const edits = holds ? 0 : countChanges(wanted, own, longestCompared);
    const isSimilar = holds || [own, ...own.split(/[\s\p{P}]+/u)].some(isNear);
    return { choice, edits, isSimilar };
  });
  return ranked
    .filter(({ isSimilar }) => isSimilar)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ choice }) => choice);
}

/**
 * Number of insertions, deletions, replacements and swaps of adjacent characters between two texts.
 * @param enough the result is this number or more if there are at least so many
 */
export function countChanges(
  one: ArrayLike<string>,
  other: ArrayLike<string>,
  enough: number,
): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let older: number[] = [];
  let old = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const at = (line: readonly number[], index: number) => line[index] ?? enough;
      let least = Math.min(
        at(old, column) + 1,
        at(now, column - 1) + 1,
        at(old, column - 1) + Number(!same),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, at(older, column - 2) + 1);
      now.push(least);
    }
    if (now.every((edits) => edits >= enough)) return enough;
    older = old;
    old = now;
  }
  return old[other.length] ?? enough;
}
