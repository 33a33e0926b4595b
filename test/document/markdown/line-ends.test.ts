import { expect, test } from "vitest";
import { restoreLineEnds, withLineFeeds } from "../../../src/document/markdown/line-ends.ts";

test("every line break becomes a line feed", () => {
  expect(withLineFeeds("a\r\nb\rc\n\r\n\rd\n\n")).toBe("a\nb\nc\n\n\nd\n\n");
});

test.each([
  ["", "a\n", "a\n"],
  ["a\nb\n", "a\nx\n", "a\nx\n"],
  ["a\r\nb\r\n", "x\ny\nz\n", "x\r\ny\r\nz\r\n"],
  ["a\r\nb\n", "a\nb\nc\n", "a\r\nb\nc\n"],
  ["a\r\nb\r\nc\n", "a\nb\nc\nd\n", "a\r\nb\r\nc\nd\r\n"],
  ["a\rb\rc\n", "a\nx\nb\nc\n", "a\rx\rb\rc\n"],
  ["a\rb\n", "a\nb\nx\ny", "a\rb\nx\ny"],
  ["a\r\nb\nc", "a\nx\nc", "a\r\nx\nc"],
  ["a\r\nb\nc\n", "a\nx\ny\nc\n", "a\r\nx\ny\nc\n"],
  ["a\nb\r\nc\n", "a\nx\nc\n", "a\nx\r\nc\n"],
  ["a\nb\r\nc\r\nd\n", "a\nx\ny\nd\n", "a\nx\r\ny\r\nd\n"],
  ["a\nb\r\nc\nd\n", "a\nc\nd\ne\n", "a\nc\nd\ne\n"],
  // More or fewer lines than those that they replace are new.
  ["a\nb\r\nc\nd\n", "a\nx\ny\nc\nd\n", "a\nx\ny\nc\nd\n"],
  ["a\nb\r\nb\r\nc\nd\ne\n", "a\nx\nc\nd\ne\n", "a\nx\nc\nd\ne\n"],
  ["a\r\nb\nc\r\nd\r\n", "a\nx\ny\nc\nd\n", "a\r\nx\r\ny\r\nc\r\nd\r\n"],
  ["a\rb\nc\rd\r", "a\nx\ny\nc\nd\n", "a\rx\ry\rc\rd\r"],
  ["a\r\nb\r\nc\nd", "d", "d"],
  ["a\rb\nc\r\nd\n", "d\nb\nc\n", "d\rb\nc\r\n"],
])("with the line breaks of %j, %j is %j", (source, text, expected) => {
  expect(restoreLineEnds(source, text)).toBe(expected);
});
