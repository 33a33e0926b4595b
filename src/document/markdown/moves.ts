/** Blocks that move between texts. */
import { type New, type Old, print } from "./parts.ts";
import type { MarkdownBlock } from "./tree.ts";

/** State shared by texts that are written together. */
export interface Moves {
  /** Records the source of a removed block, by its formatted text. */
  readonly left: (printed: string, letters: string) => void;
  /** Source that another text had for this formatted text. */
  readonly found: (printed: string) => string | undefined;
}

export interface MoveContext {
  readonly moves: Moves;
  /** Content of blocks relative to the target of the text. */
  readonly says: (text: string) => readonly MarkdownBlock[];
}

/** Records the source blocks that no new block reuses. */
export function recordMovedBlocks(
  { moves }: MoveContext,
  source: string,
  old: readonly Old[],
  now: readonly New[],
  positions: readonly (number | undefined)[],
): void {
  const keptPositions = new Set(
    positions.filter((at, to) => old[at ?? -1]?.sign === now[to]?.sign),
  );
  for (const [at, { normal, start, end }] of old.entries()) {
    if (!keptPositions.has(at))
      moves.left(print([normal as MarkdownBlock]), source.slice(start, end));
  }
}

/** Source of a block from another text, if it has the same meaning here. */
export function findMovedSource({ moves, says }: MoveContext, { normal }: New): string | undefined {
  const printed = print([normal as MarkdownBlock]);
  const letters = moves.found(printed);
  return letters !== undefined && print(says(letters)) === printed ? letters : undefined;
}
