/** Counted nouns. */

/**
 * A number with its noun: `1 file`, `3 files`.
 * @param one the text after a 1, possibly with a verb: `link is`
 * @param many the text after any other number, if it is not `one` with an s
 */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
