/** Lines that programs split safely and spreadsheets do not execute. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCsvLine, writeTsvLine } from "../../../src/terminal/formats/delimited.ts";

const cell = (text: string) => ({ text, value: text });

test("any cells survive a round trip through a tab-separated line", () => {
  const back: Record<string, string> = { "\\\\": "\\", "\\t": "\t", "\\n": "\n" };
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "\\", "t", "n", "\t", "\n", "é") }), {
        minLength: 1,
      }),
      (texts) => {
        const line = writeTsvLine(texts.map(cell), "piped");
        expect(line.indexOf("\n")).toBe(line.length - 1);
        const read = line
          .slice(0, -1)
          .split("\t")
          .map((text) => text.replace(/\\[\\tn]/g, (escaped) => back[escaped] ?? ""));
        expect(read).toEqual(texts);
      },
    ),
  );
});

test.each([
  "=1+1",
  "+1",
  "-1+cmd|' /C calc'!A0",
  "@SUM(A1)",
  "\t=1",
  "\n=1",
  "＝1",
  "＋1",
  "－1",
  "＠1",
])("a spreadsheet does not run %j", (text) => {
  expect(writeCsvLine([cell(text)], "harmless").replace(/^"/, "")).toMatch(/^'/);
});

const formulas = ["=1+1", "+1", "-1", "@A", "\t=1", "\n=1", "＝1", '"=1+1"', '"', '"a"'];
const plain = ["a", "1", "a=1", "'=1", " =1", ""];

test.each([
  ...formulas.map((text) => [text, true] as const),
  ...plain.map((text) => [text, false] as const),
])("in a tab-separated line for a person, %j gets an apostrophe: %s", (text, isMarked) => {
  const escaped = text.replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  const line = writeTsvLine([cell("x"), cell(text), cell("y")], "harmless");
  expect(line).toBe(`x\t${isMarked ? "'" : ""}${escaped}\ty\n`);
  for (const form of ["piped", "exact"] as const) {
    expect(writeTsvLine([cell("x"), cell(text), cell("y")], form)).toBe(`x\t${escaped}\ty\n`);
  }
});

test.each([
  ["harmless", "\\u{1b}[0m"],
  ["piped", "\\u{1b}[0m"],
  ["exact", "\u001b[0m"],
] as const)("a control character in a %s line is %j", (form, shown) => {
  expect(writeTsvLine([cell("\u001b[0m")], form)).toBe(`${shown}\n`);
});

test("a carriage return cannot hide a formula", () => {
  expect(writeCsvLine([cell("\r=1")], "harmless")).toBe("'\\u{d}=1\r\n");
});

test("raw cells are unchanged", () => {
  expect(writeCsvLine([cell("=1+1"), cell("＝1"), cell("\u001b[0m")], "exact")).toBe(
    "=1+1,＝1,\u001b[0m\r\n",
  );
});

test.each(["\r", "\n", ",", '"'])("a raw cell with %j is quoted", (character) => {
  const quoted = character === '"' ? '""' : character;
  expect(writeCsvLine([cell(`a${character}b`), cell("c")], "exact")).toBe(`"a${quoted}b",c\r\n`);
});

test("a negative number stays a number", () => {
  expect(writeCsvLine([{ text: "-5", value: -5 }, cell("-5")], "harmless")).toBe("-5,'-5\r\n");
});

test("commas, quotes and line breaks are quoted as in RFC 4180", () => {
  expect(writeCsvLine([cell('say "hi", you'), cell("two\nlines"), cell("plain")], "harmless")).toBe(
    '"say ""hi"", you","two\nlines",plain\r\n',
  );
});

test.each([
  ["a", "a"],
  ["", ""],
  [" a", '" a"'],
  ["a ", '"a "'],
  ["a b", "a b"],
  ["a,b", '"a,b"'],
  ['a"b', '"a""b"'],
  ["a\nb", '"a\nb"'],
  ["a\u00a0", '"a\u00a0"'],
])("the cell %j of a comma-separated line is %j", (text, written) => {
  expect(writeCsvLine([cell(text), cell("x")], "harmless")).toBe(`${written},x\r\n`);
  expect(writeCsvLine([cell(text), cell("x")], "exact")).toBe(`${written},x\r\n`);
});
