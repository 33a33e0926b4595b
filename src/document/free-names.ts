/** Unique names: slugs among siblings, anchors of a page, files of a space. */

export class FreeNames {
  /** The last number used for each name, so that thousands of equal names stay fast. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param wanted preferred name
   * @param numbered adds a number to it: the second `notes` becomes `notes-1`
   */
  take(wanted: string, numbered = (number: number) => `${wanted}-${number}`): string {
    let free = wanted;
    while (this.#numbers.has(free)) {
      const number = (this.#numbers.get(wanted) ?? 0) + 1;
      this.#numbers.set(wanted, number);
      free = numbered(number);
    }
    this.#numbers.set(free, 0);
    return free;
  }
}
