/** The entries of pages in the search index, and the text of pages for visitors. */
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  indexPages,
  readVisiblePages,
  type UnindexedPage,
} from "../../../../../src/service/areas/content/search/index-worker.ts";
import { audiences } from "../../../../../src/service/database/search/engine.ts";
import { toPostgresTerms } from "../../../../../src/service/database/search/postgres.ts";
import { toSqliteTerms } from "../../../../../src/service/database/search/sqlite.ts";
import { listWords } from "../../../../../src/service/engines/language/stemmers.ts";

const when = (condition: string, text: string) => `{% if ${condition} %}\n${text}\n{% endif %}\n`;
const value = (expression: string) => `<code class="expression">${expression}</code>`;
const toBody = (markdown: string) => JSON.stringify(parseMarkdown(markdown));

const plain = "Intro.\n\n## Walrus teeth\n\nLong walruses.\n";
const conditional = [
  `Open ${value("space.title")} ${value("visitor.claims.name")}.\n`,
  when("visitor.claims.plan == 'pro'", "Narwhals."),
  when("page.title == 'Other'", "Dolphins."),
].join("\n");

function createPage(
  markdown: string | undefined,
  rest: Partial<UnindexedPage> = {},
): UnindexedPage {
  const body = markdown === undefined ? undefined : toBody(markdown);
  return { page: "p", title: "Big Title", stamp: "1", body, ...rest };
}

/** The values without those of a visitor. */
const scope = {
  page: { title: "Big Title" },
  space: { title: "Handbook" },
  visitor: { claims: {} },
};

describe("the entry of a page", () => {
  const index = async (...pages: readonly UnindexedPage[]) =>
    indexPages({ space: "s", language: "en", isShared: false, pages });
  const listTexts = (sections: Awaited<ReturnType<typeof index>>[number]["sections"]) =>
    sections.map(({ audience, heading, body }) => [audience, heading, body]);

  test("has the sections for everyone, with terms of the language and written words", async () => {
    const [entry] = await index(createPage(plain, { description: "About animals" }));
    expect(entry).toMatchObject({ space: "s", page: "p", stamp: "1" });
    expect(listTexts(entry?.sections ?? [])).toEqual([
      [audiences.everyone, "", expect.stringMatching(/About animals.*Intro\./s)],
      [audiences.everyone, "Walrus teeth", "Long walruses."],
    ]);
    expect(entry?.sections.map(({ anchor }) => anchor)).toEqual(["", "walrus-teeth"]);
    const words = entry?.words.open ?? [];
    expect(words).toEqual(expect.arrayContaining(["title", "walruses", "teeth", "walrus"]));
    expect(entry?.words.conditional).toEqual([]);
  });

  test.each([
    [false, "en", toSqliteTerms],
    [true, "en", toPostgresTerms],
    [false, "de", toSqliteTerms],
    [true, null, toPostgresTerms],
  ] as const)(
    "has the terms of the database (shared: %s) and of the language %s",
    async (isShared, language, toTerms) => {
      const pages = [createPage(plain)];
      const words = await listWords(language);
      const [entry] = await indexPages({ space: "s", language, isShared, pages });
      const [visible] = await readVisiblePages({
        ...{ language, isShared, pages: [createPage(plain, { scope })] },
      });
      for (const sections of [entry?.sections ?? [], visible?.sections ?? []]) {
        expect(sections.map(({ terms }) => terms)).toEqual(
          sections.map((section) => toTerms("Big Title", section, words)),
        );
        expect(sections).toHaveLength(2);
      }
    },
  );

  test("with conditions has all text for members, and for visitors that of no condition", async () => {
    const [entry] = await index(createPage(conditional, { scope }));
    const texts = listTexts(entry?.sections ?? []);
    expect(texts.map(([audience]) => audience)).toEqual([audiences.members, audiences.visitors]);
    const [members = "", visitors = ""] = texts.map(([, , body]) => String(body));
    for (const text of ["Open", "Handbook"])
      expect([members, visitors]).toEqual(
        [members, visitors].map(() => expect.stringContaining(text)),
      );
    for (const text of ["Narwhals", "Dolphins"]) {
      expect(members).toContain(text);
      expect(visitors).not.toContain(text);
    }
    expect(entry?.words.open).toContain("handbook");
    expect(entry?.words.open).not.toContain("narwhals");
    expect(entry?.words.conditional).toEqual(
      expect.arrayContaining(["narwhals", "dolphins", "open"]),
    );
  });

  test("without a text has its title and description", async () => {
    const entries = await index(
      createPage(undefined, { description: "About walruses" }),
      createPage(undefined, { page: "q", title: "Second" }),
    );
    expect(entries.map(({ page }) => page)).toEqual(["p", "q"]);
    expect(entries[0]?.words.open).toEqual(expect.arrayContaining(["title", "walruses"]));
    expect(entries[1]?.words.open).toContain("second");
  });

  test("whose values are too long has its text without them", async () => {
    const long = { ...scope, space: { title: "x".repeat(70_000) } };
    const [entry] = await index(createPage(`A walrus ${value("space.title")}.`, { scope: long }));
    expect(entry?.words.open).toContain("walrus");
    expect(entry?.sections.every(({ body }) => body.length < 1000)).toBe(true);
  });
});

describe("a page for a visitor", () => {
  const read = async (markdown: string | undefined, claims: object) =>
    (
      await readVisiblePages({
        language: "en",
        isShared: false,
        pages: [createPage(markdown, { scope: { ...scope, visitor: { claims: { ...claims } } } })],
      })
    )[0];

  test.each<[object, readonly string[], readonly string[]]>([
    [{}, ["Open", "Handbook"], ["Narwhals", "Dolphins", "Ada"]],
    [{ plan: "pro" }, ["Open", "Handbook", "Narwhals"], ["Dolphins", "Ada"]],
    [{ plan: "free", name: "Ada" }, ["Open", "Ada"], ["Narwhals", "Dolphins"]],
  ])("with the claims %j has the text whose conditions hold", async (claims, shown, hidden) => {
    const { page, sections = [], paths } = (await read(conditional, claims)) ?? {};
    const text = sections.map(({ body }) => body).join("\n");
    for (const one of shown) expect(text).toContain(one);
    for (const one of hidden) expect(text).not.toContain(one);
    expect(page).toBe("p");
    expect(paths).toEqual([
      ["visitor", "claims", "name"],
      ["visitor", "claims", "plan"],
    ]);
  });

  test("without a text is empty, and so is one whose values are too long", async () => {
    expect(await read(undefined, {})).toMatchObject({ page: "p", paths: [] });
    const name = "x".repeat(70_000);
    const long = await read(conditional, { name });
    expect(long).toMatchObject({ page: "p", sections: [] });
    expect(long?.paths).toHaveLength(2);
  });
});
