/** Blocks that move from one file to another take along the letters that they were written with. */
import type { Moves } from "../../../document/markdown/moves.ts";

export class MovedBlocks {
  readonly #left = new Map<string, string>();
  readonly #missed = new Map<string, string[]>();

  /** For the file of a page or reusable content. */
  of(thing: string): Moves {
    const missed: string[] = [];
    this.#missed.set(thing, missed);
    return {
      left: (printed, letters) => {
        if (!this.#left.has(printed)) this.#left.set(printed, letters);
      },
      found: (printed) => {
        const letters = this.#left.get(printed);
        if (letters === undefined) missed.push(printed);
        return letters;
      },
    };
  }

  /** Whether a file was written before another one left what it has now. */
  isLate(thing: string): boolean {
    return this.#missed.get(thing)?.some((printed) => this.#left.has(printed)) ?? false;
  }
}
