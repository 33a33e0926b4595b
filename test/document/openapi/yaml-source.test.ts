import { describe, expect, test } from "vitest";
import { readYaml } from "../../../src/document/openapi/yaml-source.ts";

/** The value of a text, or the codes and positions of its errors. */
async function read(text: string): Promise<unknown> {
  try {
    return (await readYaml(text)).value;
  } catch (error) {
    if (typeof error !== "object" || error === null || !("faults" in error)) throw error;
    const { faults } = error as { faults: readonly { code: string; position: object }[] };
    return faults.map(({ code, position }) => [code, position]);
  }
}

const base = "base: &base {a: 1, b: 2}\nmore: &more {b: 3, c: 4}\n";
const bases = { base: { a: 1, b: 2 }, more: { b: 3, c: 4 } };

describe("merge keys", () => {
  test.each([
    ["one", "<<: *base", { a: 1, b: 2 }],
    ["a list", "<<: [*base, *more]", { a: 1, b: 2, c: 4 }],
    ["several", "<<: *base\n  <<: *more", { a: 1, b: 2, c: 4 }],
    ["several beside a key", "<<: *base\n  b: 9\n  <<: *more", { a: 1, b: 9, c: 4 }],
  ])("%s", async (_, body, expected) => {
    expect(await read(`${base}all:\n  ${body}\n`)).toEqual({ ...bases, all: expected });
  });
});

test.each([
  ["a: 1\na: 2\n", [["YAML_KEY", { line: 2, column: 1 }]]],
  ['a: 1\n"a": 2\n', [["YAML_KEY", { line: 2, column: 1 }]]],
  ["1: a\n'1': b\n", [["YAML_KEY", { line: 2, column: 1 }]]],
  [
    "a:\n  b: 1\n  b: 2\n  b: 3\n",
    [
      ["YAML_KEY", { line: 3, column: 3 }],
      ["YAML_KEY", { line: 4, column: 3 }],
    ],
  ],
  ["[a]: 1\n", [["YAML_KEY", { line: 1, column: 1 }]]],
  ["a: !!set {b}\n", [["YAML_TAG", { line: 1, column: 10 }]]],
])("%j has the errors %j", async (text, expected) => {
  expect(await read(text)).toEqual(expected);
});

test.each([
  ["a: 12345678901234567890\n", { a: 12345678901234567890n }],
  ["a: -9007199254740993\n", { a: -9007199254740993n }],
  ["a: 9007199254740991\n", { a: 9007199254740991 }],
  ["a: 1.5\nb: 1e400\n", { a: 1.5, b: Number.POSITIVE_INFINITY }],
])("the numbers in %j are exact", async (text, expected) => {
  expect(await read(text)).toEqual(expected);
});
