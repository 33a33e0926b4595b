import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTags } from "../../../src/document/html/strip-tags.ts";

test.each([
  ["a<b>c</b>d", "", "acd"],
  ["a<b>c</b>d", " ", "a c d"],
  ["<br>", " ", " "],
  ["a < b", " ", "a < b"],
  ["a <b", " ", "a <b"],
  ["a > b", " ", "a > b"],
  ["a<b<c>d", "|", "a|d"],
  ["<>", "|", "|"],
  ["", "|", ""],
])("%j with %j in place of tags is %j", (html, replacement, text) => {
  expect(stripTags(html, replacement)).toBe(text);
});

test("any text is the same as with an expression", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "<", ">", "\n", "é"), maxLength: 20 }),
      fc.constantFrom("", " ", "$&"),
      (html, replacement) => {
        expect(stripTags(html, replacement)).toBe(html.replace(/<[^>]*>/g, () => replacement));
      },
    ),
  );
});
