/** Unique names: slugs among siblings, anchors of a page, files of a space. */

export class UniqueNames {
  /** The last number used for each name, so that thousands of equal names stay fast. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param preferred preferred name
   * @param numbered adds a number to it: the second `notes` becomes `notes-1`
   */
  take(preferred: string, numbered = (number: number) => `${preferred}-${number}`): string {
    let free = preferred;
    while (this.#numbers.has(free)) {
      const number = (this.#numbers.get(preferred) ?? 0) + 1;
      this.#numbers.set(preferred, number);
      free = numbered(number);
    }
    this.#numbers.set(free, 0);
    return free;
  }
}
