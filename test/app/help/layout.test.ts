import { expect, test } from "vitest";
import {
  formatHelpRows,
  formatSections,
  getHelpWidth,
  indentLines,
  wrap,
} from "../../../src/app/help/layout.ts";

test.each([
  [200, 80],
  [80, 80],
  [79, 60],
  [60, 60],
  [59, 40],
  [40, 40],
  [39, 40],
])("help on a screen of %i columns is laid out for %i", (columns, width) => {
  expect(getHelpWidth(columns)).toBe(width);
});

const rows = [
  ["a", "Short"],
  ["exactly-eight-and-more", "A description that is longer than the column and goes on"],
  ["    --flag-with-a-very-long-name <value> and further words", "Below"],
  ["    oneverylongwordthatcannotbebrokenanywhereatallinthisline", "Stays"],
] as const;

test.each([
  [
    78,
    [
      "a                       Short",
      "exactly-eight-and-more  A description that is longer than the column and goes",
      "                        on",
      "    --flag-with-a-very-long-name <value> and further words",
      "                        Below",
      "    oneverylongwordthatcannotbebrokenanywhereatallinthisline",
      "                        Stays",
    ],
  ],
  [
    48,
    [
      "a         Short",
      "exactly-eight-and-more",
      "      A description that is longer than the",
      "      column and goes on",
      "    --flag-with-a-very-long-name <value> and",
      "      further words",
      "      Below",
      "    oneverylongwordthatcannotbebrokenanywhereatallinthisline",
      "      Stays",
    ],
  ],
  [
    50,
    [
      "a                       Short",
      "exactly-eight-and-more  A description that is",
      "                        longer than the column and",
      "                        goes on",
      "    --flag-with-a-very-long-name <value> and",
      "      further words",
      "                        Below",
      "    oneverylongwordthatcannotbebrokenanywhereatallinthisline",
      "                        Stays",
    ],
  ],
  [
    20,
    [
      "a         Short",
      "exactly-eight-and-more",
      "      A description",
      "      that is longer",
      "      than the",
      "      column and",
      "      goes on",
      "    --flag-with-a-very-long-name <value> and further words",
      "      Below",
      "    oneverylongwordthatcannotbebrokenanywhereatallinthisline",
      "      Stays",
    ],
  ],
])("rows in %i columns", (width, expected) => {
  expect(formatHelpRows(rows, width)).toEqual(expected);
});

test("columns are as wide as those of other rows, if asked for", () => {
  expect(formatHelpRows([["a", "b"]], 78, rows)).toEqual(["a                       b"]);
  expect(formatHelpRows([["a", "b"]])).toEqual(["a         b"]);
  const sections = [
    ["One", [["a", "First"]]],
    ["None", []],
    ["Two", [["somewhat-longer", "Second"], "$ a line that stays as it is"]],
  ] as const;
  expect(formatSections("A paragraph.", sections, 60)).toBe(`A paragraph.

One:
  a         First

Two:
  somewhat-longer  Second
  $ a line that stays as it is
`);
  expect(formatSections("A paragraph.", sections, 60, true)).toBe(`A paragraph.

One:
  a                First

Two:
  somewhat-longer  Second
  $ a line that stays as it is
`);
});

test("text is wrapped between words, and empty lines are not indented", () => {
  expect(wrap("one two three four", 10)).toEqual(["one two\nthree four"]);
  expect(indentLines(["a", "", " b "])).toBe("  a\n\n   b");
});
