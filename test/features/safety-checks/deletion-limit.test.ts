import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import {
  parseDeletionLimit,
  refuseDeletions,
} from "../../../src/features/safety-checks/deletion-limit.ts";

/** The number of permitted deletions in the refusal; undefined if there is none. */
function refusal(text: string, deleted: number, total: number, isAll = deleted === total) {
  const limit = parseDeletionLimit("--max-deletions", text);
  const count = { what: "spaces", effect: "would be deleted", deleted, total, isAll };
  try {
    refuseDeletions(limit, count, { minimumTotal: 10, source: "the files are right" });
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return Number(/permits (\d+)\./.exec(error.message)?.[1]);
  }
}

describe("a number", () => {
  test.each([
    ["3", 3, 100, undefined],
    ["3", 4, 100, 3],
    ["3", 4, 5, 3],
    ["0", 1, 1, 0],
    ["0", 0, 5, undefined],
    ["5", 5, 5, undefined],
  ])("%s permits %d of %d deletions: %s", (text, deleted, total, expected) => {
    expect(refusal(text, deleted, total)).toBe(expected);
  });
});

describe("a percentage", () => {
  test.each([
    ["10%", 1, 10, undefined],
    ["10%", 2, 10, 1],
    ["10%", 1, 19, undefined],
    ["10%", 2, 19, 1],
    ["0%", 1, 10, 0],
    ["100%", 10, 10, undefined],
    // Of few resources, a percentage permits any number except all.
    ["10%", 8, 9, undefined],
    ["10%", 9, 9, 0],
    ["10%", 1, 1, 0],
    ["50%", 2, 2, 1],
    ["100%", 2, 2, undefined],
  ])("%s permits %d of %d deletions: %s", (text, deleted, total, expected) => {
    expect(refusal(text, deleted, total)).toBe(expected);
  });

  test("counts all resources of a kind as all, even if others are never deleted", () => {
    expect(refusal("10%", 4, 6, true)).toBe(0);
    expect(refusal("10%", 4, 6, false)).toBeUndefined();
  });
});

test.each(["", "-1", "101%", "ten", "1.5", "10 %", "12345678"])("%j is no limit", (text) => {
  expect(() => parseDeletionLimit("--max-deletions", text)).toThrow(UsageError);
});
