/** YAML without terminal control characters and with the same meaning. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml, toYamlText } from "../../../src/terminal/formats/yaml-text.ts";
import { amount } from "../../support/generators/amount.ts";

test("any text survives a round trip, and no control character is printed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 10 }),
      async (text, name) => {
        const written = await toYamlText(Object.fromEntries([[name, [text]]]));
        expect(written.replaceAll("\n", "").replaceAll("\t", "")).not.toMatch(
          /[\p{Cc}\u2028\u202e]/u,
        );
        expect(parse(written)).toEqual(Object.fromEntries([[name, [text]]]));
      },
    ),
    { numRuns: amount({ short: 200, full: 1000 }) },
  );
});

test("ambiguous words of YAML 1.1 are quoted, and long numbers keep their digits", async () => {
  expect(await toYamlText({ country: "no", size: 9007199254740993n, id: "123" })).toBe(
    'country: "no"\nsize: 9007199254740993\nid: "123"\n',
  );
});

test.each([
  ["size: 9007199254740993", { size: 9007199254740993n }],
  ["size: -9007199254740992", { size: -9007199254740992n }],
  ["[9007199254740991, -5, 0x10, 1.5, 1e3]", [9007199254740991, -5, 16, 1.5, 1000]],
  ["[null, ~, true, no, 2001-12-15]", [null, null, true, "no", "2001-12-15"]],
  // A text of the former version has times.
  ["%YAML 1.1\n---\n[2001-12-15, no]", ["2001-12-15T00:00:00.000Z", false]],
  ['{"a": {"b": [1, "x"]}}', { a: { b: [1, "x"] } }],
  ["a: &x [1]\nb: *x", { a: [1], b: [1] }],
  ["", null],
])("the value of %j is %o", async (text, value) => {
  expect(await readYaml(text)).toEqual(value);
});

const repeated = `a: &x 1\nb: [${"*x, ".repeat(101)}]`;

test.each([
  ["a: 1\nb: 2\na: 3", "Map keys must be unique at line 3, column 1:"],
  ["a: [1", "Flow sequence in block collection must be sufficiently indented"],
  ["a: *x", "Unresolved alias"],
  [repeated, "Aliases repeat an anchor more than 100 times (limit yaml.aliases)."],
])("%.20j is refused, and the error says why", async (text, message) => {
  await expect(readYaml(text)).rejects.toThrow(message);
});
