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
