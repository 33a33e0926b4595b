import { expect, test } from "vitest";
import { findJsonLines, type Steps } from "../../src/json/lines.ts";
import { randomFrom } from "../support/generators/random.ts";

test("a value has the line of its name, and an item the line of its beginning", () => {
  const text =
    '\uFEFF{\n  "a": [\n    1, {\n "b": "} \\" ]",\n "c\\u0064": {}}\n  ],\n  "e": 1.5e3\n}\n';
  const lines = (...paths: Steps[]) => findJsonLines(text, paths);
  expect(lines([], ["a"], ["a", 0], ["a", 1], ["a", 1, "b"], ["a", 1, "cd"], ["e"])).toEqual([
    1, 2, 3, 3, 4, 5, 7,
  ]);
  // The nearest existing parent.
  expect(lines(["a", 1, "gone", "further"], ["a", 7], ["gone"], ["e", "in it"])).toEqual([
    3, 2, 1, 7,
  ]);
});

test("the last of several equal names counts, as for a parser", () => {
  expect(findJsonLines('{"a": {"x": 1},\n"a": {\n"y": 2}}', [["a"], ["a", "y"]])).toEqual([2, 3]);
});

test("every value of any JSON is found, in any layout", () => {
  const random = randomFrom();
  for (let round = 0; round < 200; round++) {
    const value = anyValue(random, 3);
    const text = JSON.stringify(value, undefined, 1);
    const paths: Steps[] = [];
    const walk = (one: unknown, path: Steps) => {
      paths.push(path);
      if (typeof one !== "object" || one === null) return;
      for (const [name, inner] of Object.entries(one)) walk(inner, [...path, name]);
    };
    walk(value, []);
    // With one value per line, each line begins one, except closing brackets.
    const beginnings = text
      .split("\n")
      .flatMap((line, at) => (/^\s*[\]}],?$/.test(line) ? [] : at + 1));
    expect({ seed: random.seed, lines: findJsonLines(text, paths) }).toEqual({
      seed: random.seed,
      lines: beginnings,
    });
  }
});

function anyValue(random: ReturnType<typeof randomFrom>, depth: number): unknown {
  const texts = ["", '"', "\\", '}"{', "a\nb", "[1", "é\u2028", '\\\\"'];
  if (depth > 0 && random.chance(0.7)) {
    const items = Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1));
    if (random.chance(0.5)) return items;
    return Object.fromEntries(items.map((one, at) => [`${random.pick(texts)}${at}x`, one]));
  }
  return random.pick([random.pick(texts), 12, -1.5e-7, true, false, null]);
}
