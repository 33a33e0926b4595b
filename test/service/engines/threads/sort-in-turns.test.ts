import { expect, test } from "vitest";
import { sortInTurns } from "../../../../src/service/engines/threads/sort-in-turns.ts";
import { randomFrom } from "../../../support/generators/random.ts";

test("a list is sorted as by toSorted, and equal items stay in their order", async () => {
  const random = randomFrom();
  for (const length of [0, 1, 2, 999, 1000, 1001, 2000, 3500, 10_000]) {
    const items = Array.from({ length }, (_, at) => ({ at, rank: random.below(50) }));
    const compare = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
    expect(await sortInTurns(items, compare, "a")).toEqual(items.toSorted(compare));
  }
});
