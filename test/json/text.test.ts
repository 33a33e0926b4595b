/** JSON without loss. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson, writeJson } from "../../src/json/text.ts";

test("any JSON is read as the engine reads it, and written back the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
      const value = await readJson(text);
      expect(value).toEqual(JSON.parse(text));
      expect(await writeJson(value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 1000 },
  );
});

test("integers of any size survive reading and writing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), async (integer) => {
      const text = `{"a":[${integer}],"text":"${integer}"}`;
      expect(await writeJson(await readJson(text))).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("the first integer that a double cannot hold keeps its last digit", async () => {
  expect(await readJson("9007199254740993")).toBe(9007199254740993n);
  expect(await readJson("9007199254740991")).toBe(9007199254740991);
});

test("a fraction with many digits stays a number", async () => {
  expect(await readJson("[0.30000000000000004, 1e3]")).toEqual([0.30000000000000004, 1000]);
});

test.each([
  ['{"a":1,"a":2}', 'its member "a" is given twice'],
  ['{"x":[{"\\u0061":1,"a":2}]}', 'its member "a" is given twice'],
  ['{"a":1,"a":2,"n":12345678901234567890}', 'its member "a" is given twice'],
  ["1e999", "too large"],
  [`${"[".repeat(1001)}${"]".repeat(1001)}`, "nested deeper"],
])("%.40s is refused, as it could not be kept", async (text, rule) => {
  await expect(readJson(text)).rejects.toThrow(RangeError);
  await expect(readJson(text)).rejects.toThrow(rule);
});

test("a member given twice with one value loses nothing", async () => {
  expect(await readJson('{"a":1,"a":1}')).toEqual({ a: 1 });
});

test("quotes, backslashes, colons and digits inside texts are only text", async () => {
  const value = { 'a":1,"a': 'x\\":12345678901234567890\\\\', b: "\\", c: ":" };
  expect(await readJson(JSON.stringify(value))).toEqual(value);
});

test("a member called __proto__ is a member like others", async () => {
  const text = '{"__proto__":{"a":1},"n":12345678901234567890}';
  expect(await writeJson(await readJson(text))).toBe(text);
});

test.each(["", "{", '{"a":"', "<html>", "[1,", "01", "nul", '"\\'])(
  "%j is not JSON",
  async (text) => {
    await expect(readJson(text)).rejects.toThrow(SyntaxError);
  },
);
