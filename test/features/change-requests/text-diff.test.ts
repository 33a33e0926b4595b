import { describe, expect, test } from "vitest";
import type { Span, ViewLine } from "../../../src/context.ts";
import {
  compareLines,
  countLines,
  drawHunks,
  removePadding,
} from "../../../src/features/change-requests/text-diff.ts";
import { slowTest } from "../../support/generators/amount.ts";

const lines = (...texts: readonly string[]) => `${texts.join("\n")}\n`;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);

describe("compareLines", () => {
  test("has three lines of context, and one part for changes that are close", async () => {
    const before = lines(...numbers(1, 30));
    const after = before
      .replace("line 5\n", "")
      .replace("line 10\n", "LINE 10\n")
      .replace("line 25\n", "line 25\nnew\n");
    const hunks = await compareLines(before, after);
    expect(hunks.map(({ lines: _, ...range }) => range)).toEqual([
      { oldStart: 2, oldLines: 12, newStart: 2, newLines: 11 },
      { oldStart: 23, oldLines: 6, newStart: 22, newLines: 7 },
    ]);
    expect(hunks[1]?.lines).toEqual([
      " line 23",
      " line 24",
      " line 25",
      "+new",
      " line 26",
      " line 27",
      " line 28",
    ]);
    expect(countLines(hunks)).toEqual({ added: 2, removed: 2 });
    expect(await compareLines(before, before)).toEqual([]);
    expect(countLines([])).toEqual({ added: 0, removed: 0 });
  });

  slowTest("of a rewritten page has all lines", async () => {
    const old = lines(...numbers(1, 1100));
    const next = lines(...numbers(2001, 3200));
    const [hunk, ...others] = await compareLines(old, next);
    expect(others).toEqual([]);
    expect({ ...hunk, lines: hunk?.lines.length }).toEqual({
      oldStart: 1,
      oldLines: 1100,
      newStart: 1,
      newLines: 1200,
      lines: 2300,
    });
    expect([hunk?.lines[0], hunk?.lines[1099], hunk?.lines[1100]]).toEqual([
      "-line 1",
      "-line 1100",
      "+line 2001",
    ]);
  });
});

describe("drawHunks", () => {
  const text = (line: ViewLine) =>
    line.map((one) => (typeof one === "string" ? one : mark(one))).join("");
  const mark = ({ text: own, tone, marks: [start, end] = ["", ""] }: Span) =>
    tone === undefined ? own : `<${tone} ${start}${own}${end}>`;
  const draw = async (before: string, after: string) =>
    (await drawHunks(await compareLines(before, after))).map(text);

  test("marks words in changed lines", async () => {
    expect(
      await draw(
        lines("a", "one two three four five", "b"),
        lines("a", "one two 3 four five", "b"),
      ),
    ).toEqual(["  a", "<yellow ~ >one two <red [-three-]><green {+3+}> four five", "  b"]);
  });

  test("shows lines that have little in common as removed and added", async () => {
    expect(await draw(lines("a", "one two three"), lines("a", "other words here"))).toEqual([
      "  a",
      "<red - one two three>",
      "<green + other words here>",
    ]);
  });

  test("separates parts, and has a sign for each line", async () => {
    const before = lines(...numbers(1, 20));
    const after = before.replace("line 1\n", "").replace("line 20\n", "line 20\nmore\n");
    const drawn = await draw(before, after);
    expect(drawn[0]).toBe("<red - line 1>");
    expect(drawn.indexOf("<dim   …>")).toBe(4);
    expect(drawn.at(-1)).toBe("<green + more>");
  });

  test("shows lines that are inserted into or removed from a changed text", async () => {
    const drawn = await draw(
      lines("same words all along the line", "gone"),
      lines("same words all along a line", "", "came"),
    );
    expect(drawn.some((line) => line.startsWith("<yellow ~ >"))).toBe(true);
    expect(await draw(lines("a b c d e f", "x y"), lines("a b c d e f"))).toEqual([
      "  a b c d e f",
      "<red - x y>",
    ]);
  });

  test("does not compare words of long texts", async () => {
    const words = (first: string, count: number) => lines(`${first} ${"word ".repeat(count)}`);
    expect((await draw(words("a", 1900), words("b", 1900)))[0]).toContain("yellow ~");
    expect((await draw(words("a", 2100), words("b", 2100)))[0]).toMatch(/^<red - a/);
  });

  test("an end without a line break has no line of its own", async () => {
    expect(await draw("a\nb", "a\nb\n")).toEqual(["  a", "  b"]);
  });
});

test.each([
  ["| a  |  b |\n|----|:--:|\n| 1  |  2 |", "| a | b |\n| --- | :---: |\n| 1 | 2 |"],
  ["  | a |  ", "| a |"],
  ["| a \\| b   | c |", "| a \\| b | c |"],
  ["|--|", "| --- |"],
  ["|", "|"],
  ["||", "|  |"],
  ["| a", "| a"],
  ["a |  b  |", "a |  b  |"],
  ["```\n| a  |\n```\n| b  |", "```\n| a  |\n```\n| b |"],
  ["~~~\n```\n| a  |\n~~~\n| b  |", "~~~\n```\n| a  |\n~~~\n| b |"],
  ["````\n```\n| a  |\n````\n| b  |", "````\n```\n| a  |\n````\n| b |"],
  ["```\n| a  |", "```\n| a  |"],
  ["  ```\n| a  |\n`````\n| b  |", "  ```\n| a  |\n`````\n| b |"],
])("%j without padding is %j", (text, expected) => {
  expect(removePadding(text)).toBe(expected);
});
