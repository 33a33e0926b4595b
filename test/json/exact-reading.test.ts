import fc from "fast-check";
import { expect, test } from "vitest";
import { readExactly } from "../../src/json/exact-reading.ts";
import { amount } from "../support/generators/amount.ts";

/**
 * A text of this length is parsed character by character; a short one only if a quick scan requires
 * it.
 */
const padding = " ".repeat(2 ** 18);

const name = fc.oneof(
  fc.constantFrom("a", "b", "a:", ":", "1", "12", "1a", "__proto__", 'q"', "b\\", "\\", "\u0001"),
  fc.string({ maxLength: 3 }),
);
const number = fc.oneof(
  fc.constantFrom("0", "-1", "1.5", "9007199254740993", "-12345678901234567890", "1e5", "1E400"),
  fc.constantFrom("0.1234567890123456789", "1234567.12345678", "12e-3", "-0"),
);
const layout = fc.constantFrom("", "", "", " ", "\n", "\t ");
/** JSON text with duplicate fields, unnecessary escapes, and white space at any position. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(number, written(name), fc.constantFrom("true", "null")),
    fc.array(laidOut(tie("json")), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(laidOut(written(name)), laidOut(tie("json"))), { maxLength: 4 })
      .map((members) => `{${members.map((member) => member.join(":")).join(",")}}`),
  ),
}));

function written(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.boolean())
    .map(([text, escaped]) => (escaped ? fullyEscaped(text) : JSON.stringify(text)));
}

function fullyEscaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
}

function laidOut(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(layout, texts, layout).map((parts) => parts.join(""));
}

function outcome(text: string) {
  try {
    const value = readExactly(text);
    // The order of fields is part of the result.
    return JSON.stringify(value, (_, member) =>
      typeof member === "bigint" ? { whole: String(member) } : member,
    );
  } catch (error) {
    return error instanceof Error ? [error.name, error.message] : error;
  }
}

test("a short text is parsed like the beginning of a long one", () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(outcome(text)).toEqual(outcome(text + padding));
    }),
    { numRuns: amount({ short: 40, all: 400, full: 4000 }) },
  );
});

test.each([
  ['{"a":1,"a":2}', RangeError],
  ['{"a\\\\":1,"b":1,"b":2}', RangeError],
  ['{"a" :1,"b":1,"b":2}', RangeError],
  ['{":":1,"\\u003a":2}', RangeError],
  [`${"[".repeat(1001)}${"]".repeat(1001)}`, RangeError],
])("%s is refused", (text, kind) => {
  expect(() => readExactly(text)).toThrow(kind);
});

test("the maximum nesting is accepted", () => {
  const text = `${"[".repeat(1000)}${"]".repeat(1000)}`;
  expect(JSON.stringify(readExactly(text))).toBe(text);
});
