import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNearest, findNearestFew } from "../../src/json/nearest.ts";

const letters = fc.stringMatching(/^[a-m]{4,12}$/);

test("a word with one missing letter suggests every name that contains the word", () => {
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0 }),
      (words, at) => {
        const word = words[at % words.length] ?? "";
        const cut = at % word.length;
        const mistyped = word.slice(0, cut) + word.slice(cut + 1);
        expect(findNearestFew(mistyped, [words.join("-")], 1)).toEqual([words.join("-")]);
      },
    ),
  );
});

test("letters that a name does not have suggest nothing", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[n-z]{1,20}$/), fc.array(letters), (word, names) => {
      expect(findNearestFew(word, names, 3)).toEqual([]);
    }),
  );
});

test.each([
  ["pages", ["list page"], ["list page"]],
  ["page", ["list pages"], ["list pages"]],
  ["PAGES", ["Page"], ["Page"]],
  ["keys", ["monkey"], ["monkey"]],
  // The singular of a short word is in too many names.
  ["ups", ["group settings"], []],
  ["ids", ["side"], []],
])("of %j among %j, those with the singular or plural are %j", (word, choices, expected) => {
  expect(findNearestFew(word, choices, 5)).toEqual(expected);
});

describe("nearest", () => {
  test("suggests nothing for letters that a name does not have, with hyphens or without", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[n-z]{1,20}$/),
        fc.array(fc.stringMatching(/^[a-m]{1,12}$/)),
        (word, names) => {
          expect(findNearest(word, names)).toBeUndefined();
          const flags = names.map((name) => `--${name}`);
          expect(findNearest(`--${word}`, flags)).toBeUndefined();
        },
      ),
    );
  });

  test("suggests a name with one wrong, missing, additional or exchanged letter", () => {
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(3), (name, number, kind) => {
        const at = 1 + (number % (name.length - 2));
        const [start, rest] = [name.slice(0, at), name.slice(at)];
        const typed = [
          `${start}z${rest.slice(1)}`,
          start + rest.slice(1),
          `${start}z${rest}`,
          start + (rest[1] ?? "") + (rest[0] ?? "") + rest.slice(2),
        ];
        expect(findNearest(typed[kind] ?? "", ["zzzzzzzzzzzzz", name])).toBe(name);
      }),
    );
  });

  test.each([
    ["--zzzz", ["--all", "--json", "--org"], undefined],
    ["--zal", ["--yes", "--org"], undefined],
    ["--q", ["--jq"], undefined],
    ["rc", ["cr", "org"], "cr"],
    ["zz", ["cr", "zap", "az"], undefined],
    ["fo", ["format", "cr"], "format"],
  ] as const)("of %s among %j is %s", (word, names, expected) => {
    expect(findNearest(word, names)).toBe(expected);
  });
});
