import fc from "fast-check";
import { expect, test } from "vitest";
import { buildGlossary } from "../../../../src/service/areas/translations/glossary-terms.ts";

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
