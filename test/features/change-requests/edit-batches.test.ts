import { expect, test } from "vitest";
import { mostContentChanges } from "../../../src/contract/limits.ts";
import { editBatches } from "../../../src/features/change-requests/edit-batches.ts";

/** The sizes of the batches of changes with these lengths as JSON. */
function sizes(lengths: readonly number[]): number[] {
  // An object with one member has eight characters beside its text.
  return editBatches(lengths, (length) => ({ a: "x".repeat(length - 8) })).map(
    (batch) => batch.length,
  );
}

const largest = 512 * 1024;
test.each([
  [[], []],
  [[largest], [1]],
  [
    [largest + 1, 10],
    [1, 1],
  ],
  [[10, largest - 10], [2]],
  [
    [10, largest - 9],
    [1, 1],
  ],
  [
    [largest - 10, 10, 10, largest - 20, 11],
    [2, 2, 1],
  ],
  [Array(mostContentChanges).fill(10), [mostContentChanges]],
  [Array(mostContentChanges + 1).fill(10), [mostContentChanges, 1]],
])("changes are divided: %#", (lengths, expected) => {
  expect(sizes(lengths)).toEqual(expected);
});

test("the order is kept", () => {
  expect(editBatches([1, 2, 3], (one) => ({ one }))).toEqual([[1, 2, 3]]);
});
