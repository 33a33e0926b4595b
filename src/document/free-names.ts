/** Unique names: slugs among siblings, anchors of a page, files of a space. */

export class UniqueNames {
  /** The last number used for each name, so that thousands of equal names stay fast. */
  readonly #numbers = new Map<string, number>();
  readonly #isTaken: (name: string) => boolean;

  /** @param isTaken whether a name is used elsewhere */
  constructor(isTaken: (name: string) => boolean = () => false) {
    this.#isTaken = isTaken;
  }

  /**
   * @param preferred preferred name
   * @param numbered adds a number to it: the second `notes` becomes `notes-1`
   */
  take(preferred: string, numbered = (number: number) => `${preferred}-${number}`): string {
    let free = preferred;
    while (this.#numbers.has(free) || this.#isTaken(free)) {
      const number = (this.#numbers.get(preferred) ?? 0) + 1;
      this.#numbers.set(preferred, number);
      free = numbered(number);
    }
    this.#numbers.set(free, 0);
    return free;
  }
}
