import { expect, test } from "vitest";
import { formatName, transliterate } from "../../src/document/transliterate.ts";

test.each([
  // Dots at the beginning would make a hidden file.
  [".gitignore", "gitignore"],
  ["..a", "a"],
  [". a", "a"],
  ["...", ""],
  ["a.b", "a.b"],
  ["a.", "a."],
  // Signs that are words.
  ["A & B", "a-and-b"],
  ["a|b", "a-or-b"],
  ["List<T>", "list-less-than-t-greater-than"],
  // Quotes within words.
  ["What’s new", "whats-new"],
  ["don't", "dont"],
  ["a`b`", "ab"],
  // Each ideograph is a syllable.
  ["4.1.2. 相容", "4.1.2.-xiang-rong"],
  ["A相B", "a-xiang-b"],
  ["Über_uns", "uber_uns"],
  ["  a  --  b  ", "a-b"],
  ["🚀", ""],
  ["", ""],
])("the name of %j is %j", (text, name) => {
  expect(formatName(text)).toBe(name);
});

test.each([
  ["plain text", "plain text"],
  ["É", "E"],
  // Composed and decomposed letters are the same.
  ["e\u0301", "e"],
  ["相容", " Xiang  Rong "],
  ["a🚀b", "a b"],
])("%j in Latin letters is %j", (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});
