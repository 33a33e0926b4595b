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
