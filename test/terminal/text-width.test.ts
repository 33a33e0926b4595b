/** Texts are measured and shortened in screen columns. */
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { measureFor, shorten } from "../../src/terminal/text-width.ts";

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

test("a shortened text never takes more columns than there are", async () => {
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
