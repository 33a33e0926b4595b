import fc from "fast-check";
import { expect, test } from "vitest";
import { buildGlossary } from "../../../../src/service/areas/translations/glossary-terms.ts";
import { countWords, splitSegments } from "../../../../src/service/areas/translations/translate.ts";

const noTerms = buildGlossary(new Map());

test("the segments of a text restore the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(
        splitSegments(text, noTerms)
          .map((segment) => segment.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test.each([
  "{{ page.title }}",
  "{% hint %}",
  "$\u007bname}",
  "{count}",
  "%s",
  "https://a.example/b?c",
  "ada@example.com",
  ":tada:",
])("%s is not translated", (kept) => {
  const segments = splitSegments(`Before ${kept} after.`, noTerms);
  expect(segments).toContainEqual({ text: kept, translatable: false });
  expect(segments.filter(({ translatable }) => translatable)).toHaveLength(2);
});

test("words are counted correctly", () => {
  expect(countWords("Don't panic: 3 well-known words, déjà vu.")).toBe(7);
  expect(countWords("…, — !")).toBe(0);
});
