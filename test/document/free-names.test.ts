import { expect, test } from "vitest";
import { UniqueNames } from "../../src/document/free-names.ts";

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [["a", "a", "a"], [], ["a", "a-1", "a-2"]],
  [["a", "a-1", "a"], [], ["a", "a-1", "a-2"]],
  [["a-1", "a", "a", "a-1"], [], ["a-1", "a", "a-2", "a-1-1"]],
  [["a", "a"], ["a"], ["a-1", "a-2"]],
  [
    ["a", "b", "a"],
    ["a-1", "a-2"],
    ["a", "b", "a-3"],
  ],
])("the names %j, of which %j are taken, become %j", (names, taken, expected) => {
  const unique = new UniqueNames((name) => taken.includes(name));
  expect(names.map((name) => unique.take(name))).toEqual(expected);
});

test("the number has the form of its caller", () => {
  const unique = new UniqueNames();
  const take = () => unique.take("a.png", (number) => `a (${number}).png`);
  expect([take(), take(), take()]).toEqual(["a.png", "a (1).png", "a (2).png"]);
});
