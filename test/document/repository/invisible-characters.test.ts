import { describe, expect, test } from "vitest";
import {
  findInvisibleCharacters,
  showInvisibleCharacters,
} from "../../../src/document/repository/invisible-characters.ts";

const names: Readonly<Record<string, string>> = {
  "\u00a0": "no-break space (U+00A0)",
  "\u00ad": "soft hyphen (U+00AD)",
  "\u034f": "combining grapheme joiner (U+034F)",
  "\u061c": "Arabic letter mark (U+061C)",
  "\u115f": "invisible character (U+115F)",
  "\u180e": "Mongolian vowel separator (U+180E)",
  "\u2003": "space (U+2003)",
  "\u200b": "zero width space (U+200B)",
  "\u200c": "zero width non-joiner (U+200C)",
  "\u200d": "zero width joiner (U+200D)",
  "\u200e": "left-to-right mark (U+200E)",
  "\u200f": "right-to-left mark (U+200F)",
  "\u2028": "line separator (U+2028)",
  "\u2029": "paragraph separator (U+2029)",
  "\u202f": "narrow no-break space (U+202F)",
  "\u2060": "word joiner (U+2060)",
  "\u3000": "ideographic space (U+3000)",
  "\u3164": "invisible character (U+3164)",
  "\ufeff": "byte order mark (U+FEFF)",
  "\uffa0": "invisible character (U+FFA0)",
  "\u{e0001}": "invisible character (U+E0001)",
};

test.each(Object.entries(names))("%j is the %s", (sign, name) => {
  const code = /\((.*)\)/.exec(name)?.[1] ?? "";
  for (const [before, after] of [
    ["a", "b"],
    ["", ""],
    ["a ", " b"],
    ["\u00e9", "\u00e9"],
    ["\u{1f600}", "a"],
  ]) {
    const text = `${before}${sign}${after}`;
    expect(findInvisibleCharacters(text)).toEqual([{ name, offset: before?.length }]);
    expect(showInvisibleCharacters(text)).toBe(`${before}<${code}>${after}`);
  }
});

describe("characters that shape their neighbors are visible", () => {
  test.each<[string, number]>([
    ["\u0645\u06cc\u200c\u062e", 0],
    ["\u{1f468}\u200d\u{1f469}", 0],
    ["\u{1f3f4}\u{e0067}\u{e007f}", 0],
    ["\u0915\u094d\u200d\u0937", 0],
    ["\u0645\u200c", 1],
    ["\u200c\u0645", 1],
    ["\u0645\u200da", 1],
    ["a\u200d\u0645", 1],
    ["\u00ff\u200d\u0645", 1],
    ["\u0645\u200d\u00ff", 1],
    ["\u0100\u200d\u0100", 0],
    ["\u0645\u200b\u0645", 1],
    ["\u0645\u200d\u200d\u0645", 2],
    ["\u3000\u200d\u0645", 2],
  ])("%j has %i others", (text, count) => {
    expect(findInvisibleCharacters(text)).toHaveLength(count);
    expect(showInvisibleCharacters(text).split("<U+").length - 1).toBe(count);
  });
});
