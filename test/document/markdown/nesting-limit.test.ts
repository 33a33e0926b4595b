import { expect, test } from "vitest";
import {
  findExcessiveNesting,
  listParagraphs,
  refuseLongMarkdown,
} from "../../../src/document/markdown/nesting-limit.ts";

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

test.each([
  ["2. a\n3. b", ["2. a", "3. b"]],
  ["x\n2. a\n1. b\n2. c", ["x\n2. a", "1. b", "2. c"]],
  ["1. a\n2. b\n   3. c\nd\n4. e", ["1. a", "2. b", "   3. c\nd", "4. e"]],
  ["1. a\nb\n2. c", ["1. a\nb", "2. c"]],
  ["1. a\n\nb\n2. c", ["1. a", "b", "2. c"]],
  ["1. a\n\n```\nx\n```\nb\n2. c", ["1. a", "b\n2. c"]],
  ["1) a\n2) b\n+ c\n* d\n-e", ["1) a", "2) b", "+ c", "* d\n-e"]],
  ["1234567890. a\nb\n-\nc", ["1234567890. a\nb", "-\nc"]],
  ["x\n#a\n####### b\n###### c\nd\n#", ["x\n#a\n####### b", "###### c", "d", "#"]],
  ["~~~\na\n```\n\n~~\n~~~~\nb", ["b"]],
  ["```a`b\nc\n```\nd\n```\ne", ["```a`b\nc", "e"]],
  ["    ```\na\n   ```\nb\n```\nc", ["    ```\na", "b"]],
  ["> ```\n> a\nb\n> c", ["b\n> c"]],
  ["  ```\n  a\n b\nc", [" b\nc"]],
  ["```\na\n``` x\n\nb\n````\nc", ["c"]],
  ["a\r\nb\r\rc", ["a\nb", "c"]],
  ["> > a\n>> b\n    > c\n   > d", ["> > a\n>> b\n    > c\n   > d"]],
  ["a | b\n- | -\n1\n2\n\n3\n4", ["a | b", "- | -\n1\n2", "3\n4"]],
  ["| a | b |\n| - |\n1\n2", ["| a | b |\n| - |\n1\n2"]],
  ["a\n-\n1\n2", ["a", "-\n1\n2"]],
  ["a | b\n- | x\n1\n2", ["a | b", "- | x\n1\n2"]],
  ["x\na | b\n- | -\n1", ["x\na | b", "- | -\n1"]],
])("%j is divided at blocks", (text, paragraphs) => {
  expect(listParagraphs(text)).toEqual(paragraphs);
});

const repeat = (text: string, times: number) => text.repeat(times);

test.each([
  ["300 emphases", repeat("*a ", 300), []],
  ["301 emphases", repeat("*a ", 301), ["attention", "strikethrough"]],
  ["301 runs of tildes", repeat("~~a ", 301), ["attention", "strikethrough"]],
  ["301 emphases in two paragraphs", `${repeat("*a ", 300)}\n\n*a`, []],
  ["1000 brackets", repeat("[", 1000), []],
  [
    "1001 brackets",
    repeat("[", 1001),
    [
      "labelStartLink",
      "labelStartImage",
      "labelEnd",
      "definition",
      "gfmFootnoteCall",
      "gfmPotentialFootnoteCall",
    ],
  ],
  ["2500 characters", repeat("<", 2500), []],
  [
    "2501 characters",
    repeat("&", 2501),
    [
      "labelStartLink",
      "labelStartImage",
      "labelEnd",
      "definition",
      "gfmFootnoteCall",
      "gfmPotentialFootnoteCall",
      "attention",
      "strikethrough",
      "codeText",
      "autolink",
      "htmlText",
      "characterEscape",
      "characterReference",
      "hardBreakEscape",
      "formula",
    ],
  ],
  ["2000 lines and one", repeat("a\n", 2001), []],
  ["2001 lines and one", repeat("a\n", 2002), "all"],
  ["2002 lines in paragraphs", repeat("a\n\n", 2002), []],
  ["2000 definitions", repeat("[a]: b\n\n", 2000), []],
  [
    "2001 definitions",
    repeat("   [a]: b\n\n", 2001),
    [
      "labelStartLink",
      "labelStartImage",
      "labelEnd",
      "definition",
      "gfmFootnoteCall",
      "gfmPotentialFootnoteCall",
    ],
  ],
  ["2001 definitions in code", repeat("    [a]: b\n\n", 2001), []],
  ["30 000 cells", repeat("|||\n\n", 10_000), []],
  ["30 003 cells", repeat("|||\n\n", 10_001), ["table"]],
  ["30 003 cells in one wide row", `${repeat("|", 3)}\n\n${repeat("a|\n\n", 10_000)}`, ["table"]],
  ["99 quotes", repeat("> ", 99), []],
  ["100 quotes", repeat("> ", 100), "all"],
  ["100 quotes and items", repeat("> - ", 50), "all"],
  [
    "100 items of items",
    Array.from({ length: 100 }, (_, at) => `${" ".repeat(at)}- a`).join("\n"),
    [],
  ],
  [
    "101 items of items",
    Array.from({ length: 101 }, (_, at) => `${" ".repeat(at)}1. a`).join("\n"),
    "all",
  ],
  ["102 items side by side", repeat("- a\n", 102), []],
])("the constructs that are not read in %s", (_text, text, off) => {
  expect(findExcessiveNesting(text)).toEqual(off);
});

test.each([
  [repeat("a", 512 * 1024), undefined],
  [
    repeat("a", 512 * 1024 + 1),
    "The Markdown text has 524289 characters; the maximum is 524288. Divide it into several pages.",
  ],
  [repeat("# a\n", 10_000), undefined],
  [
    repeat("1. a\r", 10_001),
    "The Markdown text has 10001 headings, items and paragraphs; the maximum is 10000. Divide it into several pages.",
  ],
  [repeat("\r\na\r\n", 10_000), undefined],
  [
    `${repeat("a\n\n \n", 10_001)}b`,
    "The Markdown text has 10001 headings, items and paragraphs; the maximum is 10000. Divide it into several pages.",
  ],
  [repeat("a\n", 10_002), undefined],
])("a text above the limits is refused", (text, message) => {
  const refuse = () => refuseLongMarkdown(text);
  if (message === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ status: 413, message }));
});
