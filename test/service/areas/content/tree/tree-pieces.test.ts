import { describe, expect, test } from "vitest";
import { computeHash } from "../../../../../src/json/canonical.ts";
import {
  cutList,
  findPieces,
  joinTexts,
  type Piece,
} from "../../../../../src/service/areas/content/tree/tree-pieces.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";

interface Item {
  readonly id: string;
  readonly below: number;
}

const listItems = (count: number, from = 0): readonly Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `item-${from + at}`, below: (from + at) % 3 }));

function cut(items: readonly Item[], earlier: readonly Item[] = []) {
  const added: Piece[] = [];
  const toText = ({ id, below }: Item) => ({ text: JSON.stringify(id), below });
  const pieces = cutList(items, earlier, toText, (piece, some, text) => {
    added.push(piece);
    expect(some).toEqual(items.slice(piece.start, piece.end));
    expect(piece.hash).toBe(computeHash(text));
  });
  return { pieces, added };
}

/** The pieces as they follow from their positions. */
function describePieces(items: readonly Item[], pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map(({ start, end }) => {
    const some = items.slice(start, end);
    const text = joinTexts(some.map(({ id }) => JSON.stringify(id)));
    const below = some.reduce((sum, one) => sum + one.below, 0);
    return { start, end, hash: computeHash(text), size: 1 + text.length + below };
  });
}

describe("the pieces of a list", () => {
  test.each([0, 1, 255, 256, 257, 3000])(
    "of %i items contain each item once, in order",
    (count) => {
      const items = listItems(count);
      const { pieces, added } = cut(items);
      expect(pieces).toEqual(describePieces(items, pieces));
      expect(pieces.flatMap(({ start, end }) => items.slice(start, end))).toEqual(items);
      expect(pieces.every(({ start, end }) => end > start && end - start <= 256)).toBe(true);
      expect(added).toEqual(pieces);
      expect(findPieces(items)).toBe(pieces);
    },
  );

  test("have 64 items on average, and at most 256 without a natural end", () => {
    const average = 6400 / cut(listItems(6400)).pieces.length;
    expect(average).toBeGreaterThan(40);
    expect(average).toBeLessThan(90);
    const same = Array.from({ length: 600 }, () => ({ id: "item-0", below: 0 }));
    expect(cut(same).pieces.map(({ start, end }) => end - start)).toEqual([256, 256, 88]);
  });

  slowTest("of an edited list are the same as without the earlier list, and few are new", () => {
    const random = randomFrom();
    for (let round = 0; round < 40; round++) {
      const items = listItems(random.below(1500));
      cut(items);
      const at = random.below(items.length + 1);
      const edited = random.pick([
        () => items.toSpliced(at, 0, ...listItems(1, 10_000)),
        () => items.toSpliced(at, 1),
        () => items.toSpliced(at, 1, ...listItems(1, 20_000)),
        () => items.slice(0, at),
        () => items.slice(at),
      ])();
      const { pieces, added } = cut(edited, items);
      expect([random.seed, round, pieces]).toEqual([random.seed, round, cut([...edited]).pieces]);
      expect([random.seed, round, added.length <= 3]).toEqual([random.seed, round, true]);
    }
  });

  test("of an unchanged list are not read again", () => {
    const items = listItems(1000);
    const { pieces } = cut(items);
    const again = cut([...items], items);
    expect([again.pieces, again.added]).toEqual([pieces, []]);
  });
});
