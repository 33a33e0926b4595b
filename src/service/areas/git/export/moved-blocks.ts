/** Preserves the formatting of blocks that move from one file to another. */
import type { Moves } from "../../../../document/markdown/moves.ts";

export class MovedBlocks {
  readonly #left = new Map<string, string>();
  readonly #missed = new Map<string, string[]>();

  /** The moves of the file of a page or reusable content. */
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

  /** Whether a file was written before the file that its blocks come from. */
  isLate(thing: string): boolean {
    return this.#missed.get(thing)?.some((printed) => this.#left.has(printed)) ?? false;
  }
}
