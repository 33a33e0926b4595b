import { expect, test } from "vitest";
import { findEmptyValueError } from "../../../src/features/safety-checks/empty-value.ts";

test.each([
  [0, undefined],
  [
    1,
    "people.yaml, line 3: teams has no entries, but had 1 entry before. To remove all entries, write {}.",
  ],
  [
    2,
    "people.yaml, line 3: teams has no entries, but had 2 entries before. To remove all entries, write {}.",
  ],
])("an empty value that removes %d entries", (count, sentence) => {
  const value = { location: "people.yaml, line 3", key: "teams", count, explicit: "{}" } as const;
  expect(findEmptyValueError(value)).toBe(sentence);
});
