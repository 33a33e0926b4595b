import { expect, test } from "vitest";
import { changeYaml, readYaml, rewriteYaml } from "../../src/document/yaml.ts";

test.each([
  ["", null],
  ["# nothing\n", null],
  ["---\n", null],
  [
    "on: yes\nat: 2026-01-02\nfull: true\nnone: ~\n",
    { on: "yes", at: "2026-01-02", full: true, none: null },
  ],
  [
    "n: 1_000\nocto: 0o17\nhex: 0xff\nbits: 0b11\n",
    { n: "1_000", octo: 15, hex: 255, bits: "0b11" },
  ],
  ["text: |\n  one\n  two\nline: >-\n  one\n  two\n", { text: "one\ntwo\n", line: "one two" }],
  ["one: &it [1]\ntwo: *it\n", { one: [1], two: [1] }],
  ["<<: { a: 1 }\n", { "<<": { a: 1 } }],
  ["\uFEFFa: 1\n", { a: 1 }],
  // Parsed more strictly.
  ["secret: !vault x\n", { secret: "x" }],
  ["%YAML 1.1\n---\non: yes\n", { true: true }],
])("%j has the value of YAML 1.2", (text, value) => {
  expect(readYaml(text)).toEqual(value);
});

test("a dangerous key is refused by name", () => {
  expect(() => readYaml("__proto__: { admin: true }\n")).toThrow('The key "__proto__"');
});

test.each([
  ["a: 1\nb: 2\na: 3\n", "Map keys must be unique at line 3, column 1:"],
  ["a: [1\n", "at line 2, column 1:"],
  ["a: 1\n---\nb: 2\n", "multiple documents"],
  [`a: &a [x]\n${"b: [*a]\n".replace("b", "c")}l: [${"*a, ".repeat(2000)}*a]\n`, "alias"],
  [
    `a: &a [${"x, ".repeat(9)}x]\nb: &b [${"*a, ".repeat(9)}*a]\nc: [${"*b, ".repeat(9)}*b]\n`,
    "alias",
  ],
])("an invalid text is refused, with a position if available: %j", (text, why) => {
  expect(() => readYaml(text)).toThrow(why);
});

test.each<[string, unknown, string]>([
  ["a: 1\n", { a: 1, c: { d: 1 } }, "a: 1\nc:\n  d: 1\n"],
  ["a: 1\nb: 2\n", { a: 1 }, "a: 1\n"],
  ["a: 'x'\n", { a: "y" }, "a: 'y'\n"],
  ["a: [1, 2]\n", { a: [1, 3] }, "a: [ 1, 3 ]\n"],
  ["# c\na: 1\n\n\nb: 2\n", { b: 2, a: 1 }, "# c\na: 1\n\nb: 2\n"],
  ["a: 1\n", 5, "5\n"],
])("%j changed to %j keeps its other lines", (text, value, expected) => {
  expect(rewriteYaml(text, value)).toBe(expected);
});

test.each<[string, readonly (readonly [string, unknown])[], string | undefined]>([
  // The rest of the text stays as it is written.
  ["a: 1 # one\nb:   'two'\n# end\n", [["b", 2]], "a: 1 # one\nb: 2\n# end\n"],
  ["a: 1\nb: 2\n", [["a", undefined]], "b: 2\n"],
  ["a: 1\nb: 2\n", [["b", undefined]], "a: 1\n"],
  ["a: |\n  x\n  y\nb: 2\n", [["a", "z"]], "a: z\nb: 2\n"],
  ["a: 1\n", [["b", [1, 2]]], "a: 1\nb:\n  - 1\n  - 2\n"],
  // The last line may lack its line break.
  ["a: 1", [["b", 2]], "a: 1\nb: 2\n"],
  ["", [["b", 2]], "b: 2\n"],
  ["# only a comment\n", [["b", 2]], "# only a comment\nb: 2\n"],
  ["a: 1\n", [], "a: 1\n"],
  ["a: 1\n", [["c", undefined]], "a: 1\n"],
  ["1: x\n", [["1", "y"]], "1: y\n".replace("1:", '"1":')],
  // A text that has no line for each name.
  ["{a: 1}", [["a", 2]], undefined],
  ["{}", [["a", 2]], undefined],
  ["- a\n", [["a", 2]], undefined],
  ["text", [["a", 2]], undefined],
  ["a: 1\na: 2\n", [["a", 3]], undefined],
  ["a: [1", [["a", 3]], undefined],
])("%j with the changes %j is %j", (text, changes, changed) => {
  expect(changeYaml(text, new Map(changes))).toBe(changed);
});
