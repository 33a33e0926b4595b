/** Names of which each is given once: slugs among siblings, anchors of a page, files of a space. */

export class FreeNames {
  /** The last number that was tried after each name, so that thousands of equal ones are no matter. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param wanted the name, if nothing has it yet
   * @param numbered what it becomes with a number: the second `notes` is `notes-1`
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
