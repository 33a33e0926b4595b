import { expect, test } from "vitest";
import { computeHash, toCanonicalText } from "../../src/json/canonical.ts";

test.each([
  [{ b: [2, { d: 4, c: 3n }], a: "x" }, '{"a":"x","b":[2,{"c":3,"d":4}]}'],
  [{ b: undefined, a: null, c: undefined, d: true }, '{"a":null,"d":true}'],
  [{ z: undefined }, "{}"],
  [[undefined, null, []], "[null,null,[]]"],
  [undefined, "null"],
  [2n ** 53n + 1n, "9007199254740993"],
  ['"', '"\\""'],
])("the canonical text of %o is %s", (value, text) => {
  expect(toCanonicalText(value)).toBe(text);
});

test("the hash is SHA-256 in hex, of a text or of bytes", () => {
  const hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect([computeHash("abc"), computeHash(Buffer.from("abc"))]).toEqual([hash, hash]);
});
