import { expect, test } from "vitest";
import {
  compareWords,
  countCommon,
  countWords,
  isWord,
  splitWords,
} from "../../../src/document/merge/words.ts";

test.each<[string, readonly string[]]>([
  ["", []],
  ["one two", ["one", " ", "two"]],
  ["a_b1  \n!?", ["a_b1", "  \n", "!", "?"]],
  ["e\u0301t\u00e9", ["e\u0301t\u00e9"]],
  ["\u6f22\u5b57\u3072\u30ab", ["\u6f22", "\u5b57", "\u3072", "\u30ab"]],
  ["\u0e01\u0e02", ["\u0e01", "\u0e02"]],
  ["\ud55c\uad6d", ["\ud55c\uad6d"]],
  ["\u{1f600}\u{1f600}", ["\u{1f600}", "\u{1f600}"]],
])("the units of %j are %j", (text, expected) => {
  expect(splitWords(text)).toEqual(expected);
});

test.each<[string, boolean]>([
  ["a", true],
  ["1", true],
  ["\u6f22", true],
  ["_", false],
  [" ", false],
  ["!", false],
])("%j is a word: %j", (text, expected) => {
  expect(isWord(text)).toBe(expected);
});

test.each<[string, string, number, number]>([
  ["", "", 0, 1],
  ["", "a", 0, 0],
  ["a", "b", 0, 0],
  ["a b", "b a", 2, 1],
  ["a a a b", "a a c", 2, 4 / 7],
  ["a", "a a a", 1, 0.5],
  ["a b c d", "a", 1, 0.4],
])(
  "the texts %j and %j have %i common words and the similarity %d",
  (one, other, common, similarity) => {
    const count = (text: string) => countWords(text.split(" ").filter((word) => word !== ""));
    for (const [left, right] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(countCommon(count(left), count(right))).toBe(common);
      expect(compareWords(count(left), count(right))).toBeCloseTo(similarity, 12);
    }
  },
);
