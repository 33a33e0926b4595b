/** JSON without terminal control characters and with the same meaning. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toJsonText } from "../../../src/terminal/formats/json-text.ts";
import type { PrintedValue } from "../../../src/terminal/row.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });
const { value: anyValue } = fc.letrec<{ value: PrintedValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyText, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test("any value survives a round trip, and its text contains no control character", () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
      const text = toJsonText(value, indent);
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
      expect(text.replaceAll("\n", "")).not.toMatch(
        /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
      );
    }),
    { numRuns: 1000 },
  );
});

test("characters that JSON allows unescaped are escaped", () => {
  expect(toJsonText("\u007f\u009b\u2028\u202e\u{e0041}")).toBe(
    String.raw`"\u007f\u009b\u2028\u202e\udb40\udc41"`,
  );
});

test("an integer beyond 2^53 keeps its digits", () => {
  expect(toJsonText({ size: 9007199254740993n })).toBe('{"size":9007199254740993}');
});

test("a value with a large number has the same layout", () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
      const small = toJsonText([7, value], indent);
      expect(toJsonText([7n, value], indent)).toBe(small);
    }),
  );
});

test.each(["##[group]x", "a ##vso[task]", "##teamcity[x]", "##[", "#####[a"])(
  "a command of a runner in %j is escaped, and the value stays the same",
  (text) => {
    for (const value of [text, { [text]: [text] }]) {
      const written = toJsonText(value);
      expect(written).not.toMatch(/##\w*\[/);
      expect(JSON.parse(written)).toEqual(value);
    }
  },
);

test.each(["## [a](b)", "##", "# #[a]", "##-[a]"])("the text %j is written as it is", (text) => {
  expect(toJsonText(text)).toBe(JSON.stringify(text));
});
