/** Blocks that come from one text to another. */
import { type New, type Old, print } from "./parts.ts";
import type { Block } from "./tree.ts";

/** What the texts that are written together know of each other. */
export interface Moves {
  /** Told the letters of a block that is not where it was, by how it would be printed. */
  readonly left: (printed: string, letters: string) => void;
  /** The letters that another text had for what would be printed so. */
  readonly found: (printed: string) => string | undefined;
}

export interface Moving {
  readonly moves: Moves;
  /** What blocks say where the text will be. */
  readonly says: (text: string) => readonly Block[];
}

/** Tells the blocks of the source that no new one takes the letters of. */
export function tellLeft(
  { moves }: Moving,
  source: string,
  old: readonly Old[],
  now: readonly New[],
  positions: readonly (number | undefined)[],
): void {
  const kept = new Set(positions.filter((at, to) => old[at ?? -1]?.sign === now[to]?.sign));
  for (const [at, { normal, start, end }] of old.entries()) {
    if (!kept.has(at)) moves.left(print([normal as Block]), source.slice(start, end));
  }
}

/** The letters of a block that another text had, if they say the same here. */
export function moved({ moves, says }: Moving, { normal }: New): string | undefined {
  const printed = print([normal as Block]);
  const letters = moves.found(printed);
  return letters !== undefined && print(says(letters)) === printed ? letters : undefined;
}
