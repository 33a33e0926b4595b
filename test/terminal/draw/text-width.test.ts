/** Width and truncation of texts in screen columns. */
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { measureFor, shorten } from "../../../src/terminal/draw/text-width.ts";
import { amount, slowTest } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";

test.each([
  ["plain words", 6, "plain…"],
  ["fits", 4, "fits"],
  ["日本語の文書", 7, "日本語…"],
  ["日本語の文書", 8, "日本語…"],
  ["日本語", 6, "日本語"],
  ["👩‍💻👩‍💻👩‍💻", 5, "👩‍💻👩‍💻…"],
  ["🇨🇭🇨🇭🇨🇭", 4, "🇨🇭…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["long", 1, "…"],
])("%s in %i columns is %s", async (text, most, expected) => {
  expect(shorten(text, most, await measureFor([text]))).toBe(expected);
});

slowTest("a shortened text never exceeds its columns", async () => {
  const measure = await measureFor(["é"]);
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      (text, most) => {
        expect(stringWidth(shorten(text, most, measure))).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 1000 },
  );
});

test("texts of common characters have the width of the Unicode rules", async () => {
  const common = fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 5 }),
    fc.constantFrom("é", "ß", "Ž", "Ω", "Д", "…", "–", "“", "€", "日", "本", "の", "カ", "ー"),
    fc.constantFrom("한", "국", "，", "。", "「", "！", "📄", "📘", "🎉", "⌚", "✅", "🚀"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(common, { maxLength: 12 }), async (parts) => {
      const text = parts.join("");
      expect((await measureFor([text]))(text)).toBe(stringWidth(text));
    }),
  );
});

slowTest("every common character has the width of the Unicode rules", async () => {
  const step = amount({ short: 8, full: 1 });
  // Characters above U+3100 are in ranges of many thousands.
  const farStep = amount({ short: 256, all: 64, full: 1 });
  const wrong: string[] = [];
  const start = 0x20 + randomFrom().below(step);
  for (let code = start; code < 0x20000; code += code < 0x3100 ? step : farStep) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = String.fromCodePoint(code);
    if ((await measureFor([text]))(text) !== stringWidth(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
