import { describe, expect, test } from "vitest";
import {
  parseBoolean,
  scimWords,
  tableWords,
} from "../../../src/features/members/roster-boolean.ts";

const read = (
  value: Parameters<typeof parseBoolean>[0],
  words: typeof scimWords,
  fallback = true,
) => parseBoolean(value, { at: "roster.csv:2", name: "active", words, fallback });

describe("a boolean of a roster", () => {
  test.each([true, false])("that is missing is %j by default", (fallback) => {
    for (const words of [tableWords, scimWords])
      expect(read(undefined, words, fallback)).toBe(fallback);
  });

  test.each<[string | boolean, boolean]>([
    [true, true],
    [false, false],
    ["true", true],
    ["True", true],
    [" FALSE ", false],
  ])("is %j in tables and in SCIM", (value, expected) => {
    for (const words of [tableWords, scimWords])
      expect(read(value, words, !expected)).toBe(expected);
  });

  test.each<[string | number, boolean]>([
    ["yes", true],
    ["No", false],
    ["1", true],
    ["0", false],
    [1, true],
    [0, false],
  ])("is %j in tables alone", (value, expected) => {
    expect(read(value, tableWords, !expected)).toBe(expected);
    expect(() => read(value, scimWords, !expected)).toThrow(
      `roster.csv:2: active must be true or false, not ${JSON.stringify(value)}. No members were changed.`,
    );
  });

  test.each([null, "", "y", "maybe", 2, -1, [], [true], {}])("is not %j", (value) => {
    for (const words of [tableWords, scimWords]) {
      expect(() => read(value, words)).toThrow(
        `roster.csv:2: active must be true or false, not ${JSON.stringify(value)}. No members were changed.`,
      );
    }
  });
});
