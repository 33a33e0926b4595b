import { describe, expect, test } from "vitest";
import { findYamlLines, readYamlQuickly } from "../../../src/document/openapi/yaml-events.ts";
import { readYaml } from "../../../src/document/openapi/yaml-source.ts";
import { createLineFinder } from "../../../src/document/yaml.ts";
import { amount, report, slowTest } from "../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../support/generators/random.ts";

const scalars = [
  ...["a", "1", "1.0", "1e3", "0x1F", "0o17", "017", "-0", "+5", "1_000", ".5", "5.", ".inf"],
  ...["12345678901234567890", "-9007199254740993", ".nan", "~", "null", "Null", "true", "TRUE"],
  ...["yes", "2020-01-01", "2020-01-01T00:00:00Z", "''", "'it''s'", '"a\\nb\\u0041"', "a b#c"],
  ...["a #c", "*al", "&an v", "!!str 1", "!t v", "[a, b]", "{a: 1, b: [2]}", "[]", "{a, b: }"],
  ...[
    "|\n      lit\n       eral\n",
    "|2\n        x\n",
    ">-\n      fold\n      ed\n\n        more\n",
  ],
  ...["'multi\n      line'", '"m\\\n      l"', "@x", "a: b", "<<", "{<<: *al}", "😀", "a\tb", "::"],
];
const keys = [
  ...["a", "b", "c", "200", "'200'", "1.0", "null", "true", "~", "<<", "x-y", "$ref", "? k"],
  ...["[k]", "{k: v}", "&an k", "*al", '"q\\u0041"', "0x10", "1e3", "a b", "-1", "__proto__"],
  ...["/p/{id}", "'<<'", "1:2", "01", "425-2"],
];

function writeValue(random: Random, depth: number, level: number): string {
  if (depth === 0 || random.chance(0.4)) return random.pick(scalars);
  const indent = "  ".repeat(level);
  const isList = random.chance(0.3);
  const lines = Array.from({ length: 1 + random.below(3) }, () => {
    const value = writeValue(random, depth - 1, level + 1);
    if (isList) return `${indent}- ${value.replace(/^\n\s*/, "")}`;
    return `${indent}${random.pick(keys)}:${random.pick([" ", " ", "  ", "\t"])}${value}`;
  });
  return `\n${lines.join("\n")}\n`;
}

function writeText(random: Random): string {
  const members = Array.from(
    { length: 1 + random.below(3) },
    (_, n) => `${n === 0 ? "first" : random.pick(keys)}: ${writeValue(random, 2, 1)}\n`,
  );
  const text = `${random.chance(0.5) ? "base: &al {z: 1}\n" : ""}${members.join("")}`;
  const end = random.pick(["", "", "", "---\nx: 1\n", "...\n", "\n# end"]);
  return random.chance(0.1) ? `${text}${end}`.replaceAll("\n", "\r\n") : text + end;
}

describe("readYamlQuickly", () => {
  slowTest("reads a text exactly like the careful parser, or not at all", async () => {
    const random = randomFrom();
    const texts = amount({ short: 400, all: 1500, full: 60_000 });
    let read = 0;
    for (let n = 0; n < texts; n++) {
      const text = writeText(random);
      const quick = readYamlQuickly(text);
      if (quick === undefined) continue;
      read++;
      const { value, hasLargeNumbers } = await readYaml(text);
      expect(quick, `seed ${random.seed}: ${text}`).toEqual({ value, hasLargeNumbers });
    }
    expect(read).toBeGreaterThan(texts / 50);
    report("readYamlQuickly", `${texts} texts, ${read} read`);
  });

  test.each([
    ["a syntax error", "a: b: c\n"],
    ["a duplicate key", "a: 1\na: 2\n"],
    ["a duplicate key in quotes", "a: {200: 1, '200': 2}\n"],
    ["two documents", "a: 1\n---\na: 2\n"],
    ["an unknown alias", "a: *b\n"],
    ["a tag", "a: !!binary aGk=\n"],
    ["a tab as indentation", "a:\n\t- b\n"],
    ["a key that is a list", "? [a]\n: b\n"],
    ["a directive", "%YAML 1.1\n---\na: 1\n"],
    ["text", "a\n"],
    ["deep nesting", `a: ${"[".repeat(70)}${"]".repeat(70)}\n`],
    [
      "aliases that expand to a billion values",
      `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from(
        { length: 9 },
        (_, n) =>
          `a${n + 1}: &a${n + 1} [${Array.from({ length: 10 }, () => `*a${n}`).join(", ")}]\n`,
      ).join("")}`,
    ],
  ])("leaves %s to the careful parser", (_, text) => {
    expect(readYamlQuickly(text)).toBeUndefined();
  });

  test("merges keys, also several times in one mapping", () => {
    const text = "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b], z: 3}\nd: {<<: *b, x: 4}\n";
    expect(readYamlQuickly(text)?.value).toMatchObject({
      c: { x: 1, y: 2, z: 3 },
      d: { x: 4, y: 2 },
    });
  });
});

describe("findYamlLines", () => {
  test("finds the line of each value that the careful parser finds", () => {
    const text =
      "a:\n  b: 1\n  c:\n    - x\n    -\n      d: {e: 1,\n        f: 2}\n# note\n'g h': |\n  text\nlast: &x [1,\n  2]\ni: *x\n";
    const paths = [
      ...[[], ["a"], ["a", "b"], ["a", "c"], ["a", "c", 0], ["a", "c", 1], ["a", "c", 1, "d"]],
      ...[["a", "c", 1, "d", "f"], ["g h"], ["last"], ["last", 1], ["i"], ["none"], ["a", "none"]],
    ];
    expect(findYamlLines(text, paths)).toEqual(paths.map(createLineFinder(text)));
  });
});
