import { expect, test } from "vitest";
import { expected, findExpectedLine } from "../../../src/app/parse/expected-arguments.ts";

const words = Object.entries(expected).flatMap(([noun, lines]) =>
  Object.entries(lines).flatMap(([line, all]) =>
    all.split(" ").map((word) => ({ noun, line, word })),
  ),
);

test("each word stands for one command", () => {
  for (const { noun, line, word } of words) {
    const [first = "", second] = word.split("_");
    const path = noun === "" ? [] : noun.split(" ");
    expect(findExpectedLine(path, first, second), `${noun} ${word}`).toEqual({
      line,
      isPair: second !== undefined,
    });
  }
  const keys = words.map(({ noun, word }) => `${noun} ${word}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("two words take precedence over the first of them", () => {
  const find = (following?: string) => findExpectedLine([], "rollout", following);
  expect(find("undo")).toEqual({ line: "undo", isPair: true });
  expect(find("status")).toEqual({ line: "status", isPair: false });
  expect(find()).toEqual({ line: "status", isPair: false });
});

test.each([
  [[], "nothing"],
  [["space"], "signin"],
  [["nothing"], "rename"],
  [["space"], "toString"],
  [["toString"], "rename"],
])("%j %s stands for no command", (path, word) => {
  expect(findExpectedLine(path, word)).toBeUndefined();
});
