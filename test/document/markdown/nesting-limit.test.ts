import { expect, test } from "vitest";
import { listParagraphs } from "../../../src/document/markdown/nesting-limit.ts";

test.each([
  ["a\nb\n\nc", ["a\nb", "c"]],
  ["- a\n- b\n  c\n1. d\n2. e", ["- a", "- b\n  c", "1. d", "2. e"]],
  ["# a\nb", ["# a", "b"]],
  ["a\n# b", ["a", "# b"]],
  ["```\ncode\n\nmore\n```\na", ["a"]],
  ["> a\n> b\n\n> c", ["> a\n> b", "> c"]],
  [
    "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    ["| a | b |\n| - | - |", "| 1 | 2 |", "| 3 | 4 |"],
  ],
])("%j has the paragraphs %j", (text, paragraphs) => {
  expect(listParagraphs(text)).toEqual(paragraphs);
});

test("lines that only resemble items, rows or code are one paragraph", () => {
  for (const line of ["2. a", "| a", "    a", "a `"]) {
    const text = `x\n${`${line}\n`.repeat(5)}`.trim();
    expect(listParagraphs(text)).toEqual([text]);
  }
});

test("code ends with its list item", () => {
  expect(listParagraphs("- a\n  ```\n  code\nb\nc").at(-1)).toBe("b\nc");
});
