/** Numbers of things in words. */

/**
 * A number of things in words: `1 file`, `3 files`.
 * @param one what follows a 1, perhaps with its verb: `link is`
 * @param many what follows any other number, if that is not `one` with an s
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
