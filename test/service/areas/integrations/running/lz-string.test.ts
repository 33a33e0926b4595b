import { describe, expect, test } from "vitest";
import { decompress } from "../../../../../src/service/areas/integrations/running/lz-string.ts";
import { randomFrom } from "../../../../support/generators/random.ts";

/** Compressed by lz-string 1.5.0. */
const compressed =
  "N4Igxg9gtgDhB2BTeAXAkgExALhAC0QBtCIQAaEGAJwhgGcdR4BDKRHEAdQDerCMABIGAyEAF8KkVIgAeKRiBQBPGO1wYIYAK5tU5EHRjMwiTBzoBGPYgwBLFMwBGhVQDNmhOogooCbDoRsAczw5UVEgA";
const original = JSON.stringify({
  componentId: "hello",
  props: { name: "Wörld ☃" },
  context: { type: "document", spaceId: "s1", editable: false, theme: "light" },
});

/** The algorithm of lz-string, in its encoding for URLs. */
function compress(text: string): string {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  const codes = new Map<string, number>();
  const fresh = new Set<string>();
  let [width, enlargeIn] = [2, 2];
  const grow = () => {
    if (--enlargeIn === 0) enlargeIn = 2 ** width++;
  };
  const writeWord = (word: string) => {
    if (fresh.delete(word)) {
      const code = word.charCodeAt(0);
      write(code < 256 ? 0 : 1, width);
      write(code, code < 256 ? 8 : 16);
      grow();
    } else write(codes.get(word) ?? 0, width);
    grow();
  };
  let word = "";
  for (const one of text.split("")) {
    if (!codes.has(one)) {
      codes.set(one, codes.size + 3);
      fresh.add(one);
    }
    if (codes.has(word + one)) word += one;
    else {
      writeWord(word);
      codes.set(word + one, codes.size + 3);
      word = one;
    }
  }
  if (word !== "") writeWord(word);
  write(2, width);
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
  // A zero bit follows, as in the library.
  bits.push(0);
  while (bits.length % 6 !== 0) bits.push(0);
  let result = "";
  for (let at = 0; at < bits.length; at += 6) {
    result += digits.charAt(Number.parseInt(bits.slice(at, at + 6).join(""), 2));
  }
  return result;
}

describe("decompress", () => {
  test("reads both encodings of the published library", () => {
    expect(decompress(compressed, 1000)).toBe(original);
    expect(decompress(`${compressed}===`, 1000)).toBe(original);
    expect(decompress(compressed.replaceAll("+", " "), 1000)).toBe(original);
    expect(decompress("Q", 10)).toBe("");
  });

  test("refuses a result that is longer than the limit", () => {
    expect(decompress(compressed, original.length - 1)).toBeUndefined();
    expect(decompress(compressed, original.length)).toBe(original);
  });

  test.each<[string, string | undefined]>([
    ["Q", ""],
    ["", undefined],
    ["*", undefined],
    ["Q*", undefined],
    ["N4Ig*", undefined],
    ["w", undefined],
  ])("reads %j as %j", (text, expected) => {
    expect(decompress(text, 1000)).toBe(expected);
  });

  test.each(["a", "aaaa", "aaaaaaaaaaaa", "abababab", "☃☃☃", "aé☃", "x".repeat(100)])(
    "restores %j",
    (text) => {
      expect(decompress(compress(text), 1000)).toBe(text);
      expect(decompress(compress(text), text.length)).toBe(text);
      expect(decompress(compress(text).slice(0, -3), 1000)).not.toBe(text);
    },
  );

  test("ends for any text", () => {
    const random = randomFrom(7);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-$= é";
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: random.below(60) }, () => random.pick([...alphabet]));
      const result = decompress(text.join(""), 1000);
      expect(result === undefined || result.length <= 1000).toBe(true);
    }
  });
});
