/** JSON without loss. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readExactly } from "../../src/json/exact-reading.ts";
import { writeJson } from "../../src/json/exact-writing.ts";
import { amount } from "../support/generators/amount.ts";

test("any JSON is parsed like the engine does, and written back unchanged", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const value = readExactly(text);
      expect(value).toEqual(JSON.parse(text));
      expect(writeJson(value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: amount({ short: 200, all: 1000, full: 10_000 }) },
  );
});

test("integers of any size survive reading and writing", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (integer) => {
      const text = `{"a":[${integer}],"text":"${integer}"}`;
      expect(writeJson(readExactly(text))).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("the first integer beyond a double keeps its last digit", () => {
  expect(readExactly("9007199254740993")).toBe(9007199254740993n);
  expect(readExactly("9007199254740991")).toBe(9007199254740991);
});

test("a fraction with many digits stays a number", () => {
  expect(readExactly("[0.30000000000000004, 1e3]")).toEqual([0.30000000000000004, 1000]);
});

test.each([
  ['{"a":1,"a":2}', 'the field "a" is a duplicate'],
  ['{"x":[{"\\u0061":1,"a":2}]}', 'the field "a" is a duplicate'],
  ['{"a":1,"a":2,"n":12345678901234567890}', 'the field "a" is a duplicate'],
  ["1e999", "too large"],
  [`${"[".repeat(1001)}${"]".repeat(1001)}`, "nested deeper"],
])("%.40s is refused, because it would lose information", (text, rule) => {
  expect(() => readExactly(text)).toThrow(RangeError);
  expect(() => readExactly(text)).toThrow(rule);
});

test("a duplicate field with one value loses nothing", () => {
  expect(readExactly('{"a":1,"a":1}')).toEqual({ a: 1 });
});

test("quotes, backslashes, colons and digits in strings are text", () => {
  const value = { 'a":1,"a': 'x\\":12345678901234567890\\\\', b: "\\", c: ":" };
  expect(readExactly(JSON.stringify(value))).toEqual(value);
});

test("a field named __proto__ is an ordinary field", () => {
  const text = '{"__proto__":{"a":1},"n":12345678901234567890}';
  expect(writeJson(readExactly(text))).toBe(text);
});

test.each(["", "{", '{"a":"', "<html>", "[1,", "01", "nul", '"\\'])("%j is not JSON", (text) => {
  expect(() => readExactly(text)).toThrow(SyntaxError);
});
