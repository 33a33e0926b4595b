import { expect, test } from "vitest";
import { fill } from "../../../src/app/output/sentence.ts";
import type { JsonObject } from "../../../src/context.ts";

const named = 'Deleted the space "{title}" ({id}).';

test.each<[sentence: string, known: (JsonObject | undefined)[], expected: string]>([
  [named, [{ title: "Guide", id: "S1" }], 'Deleted the space "Guide" (S1).'],
  [named, [{ id: "S1" }], "Deleted the space S1."],
  [named, [{ title: "", id: "S1" }], "Deleted the space S1."],
  [named, [{ title: null, id: "S1" }], "Deleted the space S1."],
  [named, [undefined, { id: "S1" }, { title: "Guide" }], 'Deleted the space "Guide" (S1).'],
  // The first object that has a name decides.
  [named, [{ title: "New", id: "S1" }, { title: "Old" }], 'Deleted the space "New" (S1).'],
  [named, [{ title: ["a"], id: "S1" }, { title: "Old" }], 'Deleted the space "Old" (S1).'],
  ["Merged {number} as {to.title}.", [{ number: 7, to: { title: "Guide" } }], "Merged 7 as Guide."],
  ["{count} of {all}.", [{ count: 0 }, { all: 9_007_199_254_740_993n }], "0 of 9007199254740993."],
  ["Moved to {unknown}.", [{}], "Moved to ."],
  // A value is not a sentence with names.
  ['"{title}" ({id})', [{ title: "{id}", id: "S1" }], '"{id}" (S1)'],
])("%s: %#", (sentence, known, expected) => {
  expect(fill(sentence, ...known)).toBe(expected);
});
