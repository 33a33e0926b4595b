import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGlossary } from "../../../../src/service/areas/translations/glossary-terms.ts";
import {
  collectDocumentTexts,
  countWords,
  splitSegments,
  translateText,
  withTexts,
} from "../../../../src/service/areas/translations/translate.ts";

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

describe("the texts of a document", () => {
  const leaf = (text: string, ...marks: string[]) => ({
    ...{ object: "leaf" as const, text },
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  });
  const text = (...leaves: ReturnType<typeof leaf>[]) => ({ object: "text", leaves });
  const block = (type: string, ...nodes: unknown[]) => ({ object: "block", type, nodes });
  const build = (...nodes: unknown[]) => ({ object: "document", data: {}, nodes }) as never;
  const untranslated = [
    ...["code", "code-line", "html", "math", "inline-math", "tag", "swagger", "openapi", "embed"],
    "content-ref",
  ];

  test("are those of its paragraphs, fragments and displayed settings, except code", () => {
    const document = build(
      block("paragraph", text(leaf("One "), leaf("npm i", "code"), leaf("two", "bold"))),
      ...untranslated.map((type) => block(type, text(leaf(type)))),
      block("list-unordered", block("list-item", block("paragraph", text(leaf("Inner"))))),
      {
        ...block("image"),
        data: { alt: "Alt", label: "Label", title: "Title", caption: "Caption", ref: "Ref" },
        fragments: [block("paragraph", text(leaf("Fragment")))],
      },
      { ...block("image"), data: { alt: "", title: 3 } },
      block("paragraph", text(leaf("bold code", "bold", "code"))),
    );
    const texts = ["One ", "two", "Inner", "Fragment", "Alt", "Label", "Title", "Caption"];
    expect(collectDocumentTexts(document)).toEqual(texts);
    const upper = withTexts(document, (one) => one.toUpperCase());
    expect(collectDocumentTexts(upper)).toEqual(texts.map((one) => one.toUpperCase()));
    // The document itself and everything else are unchanged.
    expect(collectDocumentTexts(document)).toEqual(texts);
    expect(withTexts(document, (one) => one)).toEqual(document);
    expect(JSON.stringify(upper)).toContain('"text":"npm i"');
    expect(JSON.stringify(upper)).toContain('"ref":"Ref"');
  });

  test.each<[string, Record<string, string>, readonly (readonly [string, boolean])[]]>([
    ["", {}, []],
    ["Read", {}, [["Read", true]]],
    [
      "\n Read this \t",
      {},
      [
        ["\n ", false],
        ["Read this", true],
        [" \t", false],
      ],
    ],
    ["42 – 7", {}, [["42 – 7", false]]],
    [
      "Hello {{ name }}",
      {},
      [
        ["Hello", true],
        [" ", false],
        ["{{ name }}", false],
      ],
    ],
    ["%1$s", {}, [["%1$s", false]]],
    [
      "A space. Go",
      { space: "espace" },
      [
        ["A", true],
        [" ", false],
        ["espace", false],
        [". Go", true],
      ],
    ],
    ["Space", { space: "espace" }, [["Espace", false]]],
  ])("%j are split into segments", (whole, terms, segments) => {
    const glossary = buildGlossary(new Map(Object.entries(terms)));
    expect(splitSegments(whole, glossary)).toEqual(
      segments.map(([part, translatable]) => ({ text: part, translatable })),
    );
    const translations = new Map([
      ["Read this", "Lies das"],
      [" \t", "never"],
      ["espace", "never"],
    ]);
    expect(translateText(whole, translations, glossary)).toBe(
      segments.map(([part]) => (part === "Read this" ? "Lies das" : part)).join(""),
    );
  });
});
