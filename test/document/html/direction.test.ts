import { describe, expect, test } from "vitest";
import {
  hasRightToLeft,
  isRightToLeftLanguage,
  renderBlockDirection,
  renderDirection,
} from "../../../src/document/html/direction.ts";

test.each<[string, boolean]>([
  ["a", false],
  ["", false],
  ["1 !", false],
  ["\u058f", false],
  ["\u0590", true],
  ["\u05d0", true],
  ["\u0627", true],
  ["\u0780", true],
  ["\u08ff", true],
  ["\u0900", false],
  ["\ufb1c", false],
  ["\ufb1d", true],
  ["\ufdff", true],
  ["\ufe70", true],
  ["\ufefc", true],
  ["\ufeff", false],
  ["\u{10800}", true],
  ["\u{10fff}", true],
  ["\u{11000}", false],
  ["\u{1e900}", true],
  ["\u{1f000}", false],
])("the text %j is written from right to left: %j", (text, expected) => {
  expect(hasRightToLeft(`a ${text}`)).toBe(expected);
  expect(renderDirection(text, false).source).toBe(expected ? ' dir="auto"' : "");
  expect(renderDirection(text, true).source).toBe(' dir="auto"');
});

describe("the direction of a block", () => {
  const shares = Array.from({ length: 21 }, (_, hebrew) => ({ hebrew, latin: 20 - hebrew }));

  test.each(shares)("with $hebrew Hebrew and $latin Latin letters", ({ hebrew, latin }) => {
    const text = `${"a".repeat(latin)} 12 ${"\u05d0".repeat(hebrew)}`;
    const dir = hebrew >= 6 ? ' dir="rtl"' : ' dir="ltr"';
    expect(renderBlockDirection(text, true).source).toBe(dir);
    expect(renderBlockDirection(text, false).source).toBe(hebrew === 0 ? "" : dir);
  });

  test.each(["", "12 + 3"])("without letters is that of the page: %j", (text) => {
    expect(renderBlockDirection(text, true).source).toBe("");
    expect(renderBlockDirection(text, undefined).source).toBe("");
  });
});

test.each<[string, boolean]>([
  ["ar", true],
  ["AR-eg", true],
  ["he-IL", true],
  ["ckb", true],
  ["yi", true],
  ["en", false],
  ["art", false],
  ["zh-he", false],
  ["", false],
])("the language %j is written from right to left: %j", (language, expected) => {
  expect(isRightToLeftLanguage(language)).toBe(expected);
});
