import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  type Hit,
  hitsAtOnce,
  type IndexedSection,
} from "../../../../src/service/database/search/engine.ts";
import { sqliteSearch, sqliteTerms } from "../../../../src/service/database/search/sqlite.ts";
import { listWords } from "../../../../src/service/engines/language/stemmers.ts";
import { openDatabase } from "../../../support/database.ts";
import { randomFrom } from "../../../support/random.ts";

const pages = hitsAtOnce + 300;

/** An index of two spaces whose sections contain random words, some of them very frequent. */
async function openIndex() {
  const random = randomFrom();
  const db = await openDatabase();
  const words = await listWords("en");
  const wordAt = () =>
    random.pick(["common", "common", "frequent", "word", "rare", "text", "part"]);
  const sectionAt = (anchor: string): IndexedSection => ({
    anchor,
    heading: wordAt(),
    body: Array.from({ length: 1 + random.below(12) }, wordAt).join(" "),
  });
  const put = (space: string, count: number) =>
    sqliteSearch.put(
      db,
      Array.from({ length: count }, (_, at) => ({
        space,
        page: `p${at}`,
        stamp: "1",
        words: [],
        sections: ["", "a"].map(sectionAt).map((section) => ({
          ...section,
          terms: sqliteTerms(wordAt(), section, words),
        })),
      })),
    );
  await put("first", pages);
  await put("second", 100);
  await put("other", 100);
  const find = async (spaces: readonly string[], query: string) => {
    const steps: (readonly Hit[])[] = [];
    for await (const hits of sqliteSearch.find(db, spaces, query, words)) steps.push(hits);
    return steps;
  };
  /** The matches in one query. */
  const findAtOnce = async (spaces: readonly string[], expression: string) => {
    const { rows } = await sql<Hit>`
      select space_id as space, page_id as page, id as section,
        bm25(search_words, 0.0, 8.0, 4.0, 1.0) as score
      from search_words join search_sections on search_sections.id = search_words.rowid
      where search_words match ${`{title heading body} : (${expression})`}
        and space_id in (${sql.join(spaces)})
      order by search_sections.id`.execute(db);
    return rows;
  };
  return { find, findAtOnce };
}

describe("a search with more matches than one step reads", () => {
  test("finds the same sections with the same scores as one query", async () => {
    const { find, findAtOnce } = await openIndex();
    for (const spaces of [["first"], ["first", "second"], ["second"]]) {
      for (const [query, expression] of [
        ["common", `"common"`],
        ["common rare", `"common" AND "rare"`],
        ['"common frequent"', `"common frequent"`],
        ["common nosuchword", `"common" OR "nosuchword"`],
      ] as const) {
        const steps = await find(spaces, query);
        const expected = await findAtOnce(spaces, expression);
        expect([spaces, query, steps.flat()]).toEqual([spaces, query, expected]);
        expect(expected.length).toBeGreaterThan(0);
        for (const hits of steps) expect(hits.length).toBeLessThanOrEqual(hitsAtOnce);
      }
    }
    expect((await find(["first"], "common")).length).toBeGreaterThan(1);
  });

  test("finds nothing without a match", async () => {
    const { find } = await openIndex();
    expect((await find(["first", "second"], "nosuchword")).flat()).toEqual([]);
    expect((await find([], "common")).flat()).toEqual([]);
    expect((await find(["first"], "?")).flat()).toEqual([]);
  });
});
