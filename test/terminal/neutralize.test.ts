/** Foreign text cannot move the cursor, or hide or reorder text on the screen. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { harmless, neutralize, toHarmlessLine, toOneLine } from "../../src/terminal/neutralize.ts";
import { slowTest } from "../support/generators/amount.ts";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const hostile =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/u;

test("no control, bidirectional, zero-width or lone surrogate character survives in any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(neutralize(text)).not.toMatch(hostile);
      expect(toOneLine(text)).not.toMatch(hostile);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["\u001b[31mred\u001b[0m", "\\u{1b}[31mred\\u{1b}[0m"],
  ["\u001b]52;c;aGk=\u0007", "\\u{1b}]52;c;aGk=\\u{7}"],
  ["\u009b2J", "\\u{9b}2J"],
  ["safe\rEVIL", "safe\\u{d}EVIL"],
  ["a\u202eb", "a\\u{202e}b"],
  ["pay\u200bpal", "pay\\u{200b}pal"],
  ["pay\u200dpal", "pay\\u{200d}pal"],
  ["\u2028", "\\u{2028}"],
  ["\ud800", "\\u{d800}"],
  ["\ufeffid", "\\u{feff}id"],
  ["x\ufe0f\ufe0f", "x\ufe0f\\u{fe0f}"],
  ["A\u{e0041}\u{e0042}", "A\\u{e0041}\\u{e0042}"],
  ["\u007f", "\\u{7f}"],
])("%j is shown as %s", (text, shown) => {
  expect(neutralize(text)).toBe(shown);
});

test.each([
  "Zürich, 東京, Αθήνα",
  "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ 1️⃣ 🇨🇭 👍🏽",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "می‌خواهم",
  "क्‍ष",
  "e\u0301",
])("%s is unchanged", (text) => {
  expect(neutralize(text)).toBe(text);
});

test("line breaks and tabs are kept only where the format allows them", () => {
  expect(neutralize("a\n\tb", "\n\t")).toBe("a\n\tb");
  expect(neutralize("a\nb")).toBe("a\\u{a}b");
  expect(toOneLine(" a\r\n\tb ")).toBe("a b");
});

test.each([
  ["a b", "a b", "a b"],
  ["a\tb", "a b", "a    b"],
  ["a\n\r\nb", "a b", "a b"],
  ["  a  b ", "  a  b ", "  a  b "],
  ["  é\tb ", "é b", "  é    b "],
  ["é\t\tb", "é b", "é        b"],
  ["é\u001b[31m", "é\\u{1b}[31m", "é\\u{1b}[31m"],
])("%j on one line is %j, and %j if its spaces are kept", (text, oneLine, harmlessLine) => {
  expect([toOneLine(text), toHarmlessLine(text)]).toEqual([oneLine, harmlessLine]);
});

slowTest("the fast path accepts only harmless text", () => {
  const unsafe =
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
  const units = Array.from({ length: 2 ** 16 }, (_, unit) => String.fromCharCode(unit));
  const taken = units.filter((unit) => harmless.test(unit));
  expect(taken.length).toBeGreaterThan(40_000);
  expect(taken.filter((unit) => unsafe.test(unit))).toEqual([]);
  const pairs = Array.from({ length: 0x10_0000 }, (_, index) =>
    String.fromCodePoint(0x1_0000 + index),
  );
  const takenPairs = pairs.filter((pair) => harmless.test(pair));
  expect(takenPairs).toContain("📘");
  expect(takenPairs.filter((pair) => unsafe.test(pair))).toEqual([]);
});

slowTest("allowed line breaks do not change the rest of the text", () => {
  const part = fc.constantFrom("a", "é", "📘", "\ud83d", "\udcd8", "\u200d", "\u001b", "\t", "\r");
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.constantFrom("\n", "\n\t"),
      (parts, allowed) => {
        const text = parts.join("\n");
        const shown = neutralize(text).replaceAll("\\u{a}", "\n");
        const expected = allowed.includes("\t") ? shown.replaceAll("\\u{9}", "\t") : shown;
        expect(neutralize(text, allowed)).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});

test("half of an emoji before a line break does not join the half after it", () => {
  expect(neutralize("\ud83d\n\udcd8", "\n")).toBe("\\u{d83d}\n\\u{dcd8}");
});

/** A letter of each script with joiners between its letters. */
const joining = {
  Arabic: "\u0628",
  Bengali: "\u0995",
  Devanagari: "\u0915",
  Gujarati: "\u0a95",
  Gurmukhi: "\u0a15",
  Kannada: "\u0c95",
  Malayalam: "\u0d15",
  Mongolian: "\u1820",
  Oriya: "\u0b15",
  Sinhala: "\u0d9a",
  Tamil: "\u0b95",
  Telugu: "\u0c15",
};
test.each(Object.entries(joining))("joiners between letters of %s stay", (_, letter) => {
  for (const joiner of ["\u200c", "\u200d"]) {
    expect(neutralize(letter + joiner + letter)).toBe(letter + joiner + letter);
    const visible = `\\u{${joiner.codePointAt(0)?.toString(16)}}`;
    expect(neutralize(`${letter}${joiner}a`)).toBe(`${letter}${visible}a`);
    expect(neutralize(`a${joiner}${letter}`)).toBe(`a${visible}${letter}`);
  }
});
