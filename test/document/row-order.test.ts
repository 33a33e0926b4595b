import { expect, test } from "vitest";
import { sortRows, toOrderIndex } from "../../src/document/row-order.ts";

test("rows are in the order of their numbers", () => {
  const numbers = [1, 2, 9, 10, 11, 99, 100, 999_999];
  const rows = numbers.map((number) => ({ orderIndex: toOrderIndex(number) }));
  expect(sortRows(rows.toReversed())).toEqual(rows);
});

test("rows without an index come first, and equal ones keep their order", () => {
  const rows = [
    { orderIndex: "2", id: 1 },
    { id: 2 },
    { orderIndex: "1", id: 3 },
    { orderIndex: "2", id: 4 },
    { id: 5 },
  ];
  expect(sortRows(rows).map(({ id }) => id)).toEqual([2, 5, 3, 1, 4]);
});
