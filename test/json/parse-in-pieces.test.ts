import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInPieces } from "../../src/json/parse-in-pieces.ts";
import { measureJson, outlineJson } from "../../src/json/scan.ts";
import { amount, slowTest } from "../support/generators/amount.ts";

const bounds = { depth: 64, values: 100_000 };

function complete<Result>(steps: Generator<void, Result>) {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, count };
  }
}

function parse(text: string, length?: number): unknown {
  const { result: outline } = complete(outlineJson(text, bounds, length));
  return complete(parseInPieces(text, outline, length)).result;
}

function attempt(read: () => unknown) {
  try {
    // Names and their order count too.
    return JSON.stringify(read());
  } catch (error) {
    return error instanceof SyntaxError ? "not JSON" : String(error);
  }
}

const json = fc.oneof(
  fc.json({ maxDepth: 7 }),
  fc.json({ maxDepth: 7 }).map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  fc
    .array(fc.constantFrom('{"a":', "[", "]", "}", ",", '"__proto__":', '"b"', "1", " ", "null"))
    .map((parts) => parts.join("")),
);

test("pieces of any length have the value of the whole text", () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 40 }), (text, length) => {
      expect(attempt(() => parse(text, length))).toBe(attempt(() => JSON.parse(text)));
    }),
    { numRuns: amount({ short: 400, all: 2000, full: 20_000 }) },
  );
});

slowTest("texts with a changed character are accepted exactly if the whole text is", () => {
  fc.assert(
    fc.property(
      json,
      fc.nat(),
      fc.constantFrom("", ",", ":", '"', "[", "]", "{", "}", "\\", " ", "1"),
      fc.integer({ min: 1, max: 20 }),
      (text, position, character, length) => {
        const at = position % (text.length + 1);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(attempt(() => parse(changed, length))).toBe(attempt(() => JSON.parse(changed)));
      },
    ),
    { numRuns: amount({ short: 600, all: 3000, full: 30_000 }) },
  );
});

test("the outline measures like the scan", () => {
  fc.assert(
    fc.property(json, (text) => {
      const limits = { depth: 3, values: 10 };
      const { result } = complete(outlineJson(text, limits, 5));
      const { excess, members } = measureJson(text, limits);
      expect([result.excess, result.members]).toEqual([excess, members]);
    }),
  );
});

test.each([
  ["a list", JSON.stringify(Array(100).fill("x".repeat(20_000)))],
  ["a list in an object", JSON.stringify({ items: Array(100).fill({ text: "x".repeat(20_000) }) })],
  ["an object", JSON.stringify(Object.fromEntries(Array(100).fill("y".repeat(20_000)).entries()))],
])("%s of 2 MB is parsed in more than ten pieces", (_, text) => {
  const { result: outline } = complete(outlineJson(text, bounds));
  const { result, count } = complete(parseInPieces(text, outline));
  expect(result).toEqual(JSON.parse(text));
  expect(count).toBeGreaterThan(10);
});
