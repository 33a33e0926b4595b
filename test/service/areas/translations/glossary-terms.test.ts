import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGlossary } from "../../../../src/service/areas/translations/glossary-terms.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { randomFrom } from "../../../support/generators/random.ts";

function replace(text: string, terms: Readonly<Record<string, string>>): string {
  const parts = buildGlossary(new Map(Object.entries(terms))).split(text);
  return parts.map((part) => (part.isTerm ? `<${part.text}>` : part.text)).join("");
}

test.each([
  ["A space.", { space: "espace" }, "A <espace>."],
  ["Spaces", { space: "espace" }, "Spaces"],
  ["Space and SPACE", { space: "espace" }, "<Espace> and <Espace>"],
  ["change request", { change: "B", "change request": "A" }, "<A>"],
  ["change requests", { change: "B", "change request": "A" }, "<B> requests"],
  ["space space", { space: "x", "space space": "y" }, "<y>"],
  ["C++ and C", { "c++": "x" }, "<X> and C"],
  ["well-known", { well: "x" }, "well-known"],
  ["api and API", { Api: "one", API: "two" }, "<one> and <One>"],
  ["no term", { "": "x", "-a": "y" }, "no term"],
])("%j with %j is %j", (text, terms, expected) => {
  expect(replace(text, terms)).toBe(expected);
});

test("without terms, and with terms that equal their translation, a text is unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (text, words) => {
      const same = new Map(words.map((word) => [word.toLowerCase(), word.toLowerCase()]));
      const parts = buildGlossary(same).split(text);
      const joined = parts.map((part) => part.text).join("");
      expect(joined.toLowerCase()).toBe(text.toLowerCase());
    }),
  );
});

describe("hostile glossaries", () => {
  /** The definition: at each word, the longest term that ends with a word. */
  function splitSlowly(text: string, terms: ReadonlyMap<string, string>): string {
    const isWord = (character: string | undefined) => /[a-z-]/.test(character ?? "");
    let result = "";
    for (let at = 0; at < text.length; ) {
      const isStart = isWord(text[at]) && !isWord(text[at - 1]);
      const [match] = [...terms.keys()]
        .filter((one) => isStart && text.startsWith(one, at) && !isWord(text[at + one.length]))
        .sort((one, other) => other.length - one.length);
      result += match === undefined ? text[at] : `<${terms.get(match)}>`;
      at += match?.length ?? 1;
    }
    return result;
  }

  test("random terms that begin with each other are found as defined", () => {
    const random = randomFrom();
    for (let round = 0; round < 300; round++) {
      const words = ["a", "b", "ab", "a-b", "c"];
      const phrase = (most: number) =>
        Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(" ");
      const terms = new Map<string, string>();
      for (let at = random.below(12); at >= 0; at--) terms.set(phrase(4), `t${at}`);
      const text = phrase(30);
      const written = buildGlossary(terms)
        .split(text)
        .map((part) => (part.isTerm ? `<${part.text}>` : part.text))
        .join("");
      expect([text, [...terms.keys()], written]).toEqual([
        text,
        [...terms.keys()],
        splitSlowly(text, terms),
      ]);
    }
  });

  // Comparing each word with each term would take minutes.
  slowTests.each([
    ["the same first word", (at: number) => `a b${at}`, "a "],
    ["beginnings of each other", (at: number) => "a ".repeat(1 + (at % 127)).trim(), "a a a b "],
    ["no common word", (at: number) => `w${at}`, "a "],
  ])("thousands of terms with %s take linear time", (_, toTerm, repeated) => {
    const terms = new Map(Array.from({ length: 5000 }, (_, at) => [toTerm(at), "x"]));
    const text = repeated.repeat(100_000);
    expect(buildGlossary(terms).split(text).length).toBeGreaterThan(0);
  });

  slowTest("a term does not multiply a text", () => {
    const { split } = buildGlossary(new Map([["a", "z".repeat(255)]]));
    for (const count of [1, 3, 10, 1000, 100_000]) {
      const text = "a ".repeat(count);
      const length = split(text).reduce((sum, part) => sum + part.text.length, 0);
      expect(length).toBeLessThanOrEqual(4 * text.length + 1000);
      expect(split(text).some(({ isTerm }) => isTerm)).toBe(count <= 3);
    }
  });
});
