import { expect, it } from "vitest";
import { listTerms } from "../../../../src/service/engines/language/terms.ts";

it.each([
  [
    "counts words by their stem, and keeps the first form",
    "Installing the installed installations of Tea",
    new Map([
      ["instal", { count: 3, word: "installing" }],
      ["tea", { count: 1, word: "tea" }],
    ]),
  ],
  [
    "ignores words of less than three characters",
    "ab abc 1abc a1b",
    new Map([
      ["abc", { count: 2, word: "abc" }],
      ["a1b", { count: 1, word: "a1b" }],
    ]),
  ],
  [
    "ignores strings of more than 255 characters",
    `${"z".repeat(255)} ${"y".repeat(256)}`,
    new Map([["z".repeat(255), { count: 1, word: "z".repeat(255) }]]),
  ],
  ["has no terms for a text without words", "1 2 3, the and", new Map([])],
])("%s", (_, text, terms) => {
  expect(listTerms(text)).toEqual(terms);
});

/** Words such as `zzbbbc`, which have no stem but themselves. */
function listNames(count: number): string[] {
  const letters = "bcdfghjklm";
  return Array.from(
    { length: count },
    (_, at) =>
      `zz${[...String(at).padStart(4, "0")].map((digit) => letters[Number(digit)]).join("")}`,
  );
}

it("keeps the 500 most frequent terms of a long text", () => {
  const names = listNames(501);
  expect(listTerms(names.slice(0, 500).join(" ")).size).toBe(500);
  const terms = listTerms([...names, ...names.slice(1)].join(" "));
  expect([...terms.keys()]).toEqual(names.slice(1));
});

it("reads only the first 65,536 characters", () => {
  expect([...listTerms(`${"- ".repeat(32 * 1024 - 2)}teapot`).keys()]).toEqual(["teap"]);
  expect([...listTerms(`${"- ".repeat(32 * 1024)}teapot`).keys()]).toEqual([]);
});
