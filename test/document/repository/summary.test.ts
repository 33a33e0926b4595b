/** Lines of a table of contents. */
import { describe, expect, test } from "vitest";
import { parseSummary, type SummaryItem } from "../../../src/document/repository/summary.ts";

type Line = readonly [title: string, address: string | undefined, ...below: Line[]];

const toLine = ({ title, address, items }: SummaryItem): Line => [
  title,
  address,
  ...items.map(toLine),
];
const linesIn = (text: string) =>
  parseSummary(text).parts.flatMap(({ items }) => items.map(toLine));

describe("a line of the table of contents", () => {
  test.each<[string, Line[]]>([
    ["* [Find](028 Find find().md)", [["Find", "028%20Find%20find().md"]]],
    ["* **[Bold](bold.md)**", [["Bold", "bold.md"]]],
    ["* [**Bold**](bold.md)", [["Bold", "bold.md"]]],
    [
      "*\u00a0[Space](a.md)\n\u00a0\u00a0*\u00a0[Below](b.md)",
      [["Space", "a.md", ["Below", "b.md"]]],
    ],
    [
      "* [ext](https://example.com/)\n  * [Below](below.md)",
      [
        ["ext", "https://example.com/"],
        ["Below", "below.md"],
      ],
    ],
    ["* [draft]()\n  * [Two](two.md)", [["draft", undefined, ["Two", "two.md"]]]],
    ["* Title\n  * [Two](two.md)", [["Title", undefined, ["Two", "two.md"]]]],
  ])("%j is a page", (text, lines) => {
    expect(linesIn(text)).toEqual(lines);
  });

  test("outside a list is reported with its line", () => {
    const { ignored } = parseSummary("# Table of contents\n\n* [One](one.md)\n\n[Two](two.md)\n");
    expect(ignored).toEqual([{ line: 5, text: "Two" }]);
  });
});

test("a rule ends the lines above it, like a heading without a title", () => {
  const { parts } = parseSummary("* [A](a.md)\n\n***\n\n* [B](b.md)\n\n***\n");
  expect(parts.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
    [undefined, ["A"]],
    [undefined, ["B"]],
  ]);
});
