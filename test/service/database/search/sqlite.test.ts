import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  audiences,
  type Hit,
  hitsAtOnce,
  type IndexedSection,
} from "../../../../src/service/database/search/engine.ts";
import { sqliteSearch, toSqliteTerms } from "../../../../src/service/database/search/sqlite.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { listWords } from "../../../../src/service/engines/language/stemmers.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { randomFrom } from "../../../support/generators/random.ts";
import { openDatabase } from "../../../support/platforms/database.ts";

const pages = hitsAtOnce + 300;

interface Row extends IndexedSection {
  readonly space: string;
  readonly title: string;
}

/** An index of spaces whose sections contain random words, some of them very frequent. */
async function openIndex() {
  const random = randomFrom();
  const db = await openDatabase();
  const words = await listWords("en");
  const rows: Row[] = [];
  const wordAt = () =>
    random.pick(["common", "common", "frequent", "word", "rare", "text", "part"]);
  const textAt = (longest: number) =>
    Array.from({ length: 1 + random.below(longest) }, wordAt).join(" ");
  const put = (space: string, count: number, prefix = "") =>
    sqliteSearch.put(
      db,
      Array.from({ length: count }, (_, at) => ({
        space,
        page: `p${at}`,
        stamp: "1",
        words: { open: [], conditional: [] },
        sections: ["", "a"].map((anchor) => {
          const section = { anchor, heading: wordAt(), body: prefix + textAt(12) };
          const title = textAt(2);
          rows.push({ space, title, ...section });
          const terms = toSqliteTerms(title, section, words);
          return { ...section, audience: audiences.everyone, terms };
        }),
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
  /** The sections with all phrases, or any of them, and their scores by a simple count. */
  const count = (
    spaces: readonly string[],
    phrases: readonly string[],
    needed: "every" | "some",
  ) => {
    const occurrences = (text: string, phrase: string) =>
      `|${text.replaceAll(" ", "|")}|`
        .replaceAll("|", "||")
        .split(`|${phrase.replaceAll(" ", "||")}|`).length - 1;
    return rows.flatMap(({ space, title, heading, body }, at) => {
      if (!spaces.includes(space)) return [];
      const counts = phrases.map(
        (phrase) =>
          8 * occurrences(title, phrase) +
          4 * occurrences(heading, phrase) +
          occurrences(body, phrase),
      );
      if (!counts[needed]((one) => one > 0)) return [];
      const length = 1.2 * (0.25 + (0.75 * (heading.length + body.length)) / 500);
      const score = -counts.reduce((sum, one) => sum + one / (one + length), 0);
      return [{ space, section: at + 1, score: score.toFixed(9) }];
    });
  };
  return { put, find, count };
}

const searches = [
  ["common", ["common"], "every"],
  ["common rare", ["common", "rare"], "every"],
  ["common rare text part", ["common", "rare", "text", "part"], "every"],
  ['"common frequent"', ["common frequent"], "every"],
  ['"common frequent" rare', ["common frequent", "rare"], "every"],
  ["common nosuchword", ["common", "nosuchword"], "some"],
  ["common rare nosuchword", ["common", "rare", "nosuchword"], "some"],
] as const;

const scopes = [["first"], ["first", "second"], ["second"]] as const;

const pairs = scopes.flatMap((spaces) => searches.map((search) => ({ spaces, search })));

/** Of all tests, because what is added to it later is in other spaces. */
let index: Awaited<ReturnType<typeof openIndex>>;

beforeAll(async () => {
  index = await openIndex();
});

describe("a search with more matches than one step reads", () => {
  slowTest("finds the same sections with the same scores as a count of the words", async () => {
    const { find, count } = index;
    for (const { spaces, search } of sample(pairs, 10)) {
      const [query, phrases, needed] = search;
      const steps = await find(spaces, query);
      const found = steps.flat().map(({ space, section, score }) => ({
        space,
        section,
        score: score.toFixed(9),
      }));
      expect([spaces, query, found]).toEqual([spaces, query, count(spaces, phrases, needed)]);
      expect(found.length).toBeGreaterThan(0);
      for (const hits of steps) expect(hits.length).toBeLessThanOrEqual(hitsAtOnce);
    }
    expect((await find(["first"], "common")).length).toBeGreaterThan(1);
  });

  test("finds nothing without a match", async () => {
    const { find } = index;
    expect((await find(["first", "second"], "nosuchword")).flat()).toEqual([]);
    expect((await find([], "common")).flat()).toEqual([]);
    expect((await find(["first"], "?")).flat()).toEqual([]);
  });
});

test("visitors and members find only their sections of a page with conditions", async () => {
  const db = await openDatabase();
  const words = await listWords("en");
  const sections = Object.entries(audiences).map(([heading, audience]) => {
    const section = { anchor: "", heading, body: "walrus" };
    return { ...section, audience, terms: toSqliteTerms("", section, words) };
  });
  const page = { space: "s", page: "p", stamp: "1:2", sections };
  await sqliteSearch.put(db, [{ ...page, words: { open: [], conditional: [] } }]);
  const find = async (isForVisitor: boolean) => {
    const hits: number[] = [];
    for await (const some of sqliteSearch.find(db, ["s"], "walrus", words, { isForVisitor })) {
      hits.push(...some.map(({ section }) => section));
    }
    return [...(await sqliteSearch.read(db, hits, 10)).values()].map(({ heading }) => heading);
  };
  expect(await find(true)).toEqual(["everyone", "visitors"]);
  expect(await find(false)).toEqual(["everyone", "members"]);
  expect(await sqliteSearch.listConditional(db, ["s", "t"])).toEqual(new Map([["s", ["p"]]]));
  expect(await sqliteSearch.listConditional(db, ["t"])).toEqual(new Map());
});

describe("a list of sections", () => {
  /** In several scripts, some with accents or apostrophes. */
  const texts = [
    ..."policy policies café cafe cafés naïve don't don’t o'neil's ﬁle file".split(" "),
    ..."Ångström angstrom größe größer Öl русский рýсский йод иод ударе́ние ударение".split(" "),
    ..."λόγος λογος सेवा सेवाएँ مُحَمَّد محمد שָׁלוֹם 漢字 東京都 ไทย 한국어 v2 2x x² ①".split(" "),
  ];

  slowTest("matches as in the index, with the same scores", async () => {
    const random = randomFrom();
    const db = await openDatabase();
    for (const language of ["en", "de", "ru", "el"]) {
      const words = await listWords(language);
      const textAt = (longest: number) =>
        Array.from({ length: random.below(longest) }, () => random.pick(texts)).join(" ");
      const sections = Array.from({ length: 30 }, () => {
        const section = { anchor: "", heading: textAt(3), body: textAt(15) };
        const terms = toSqliteTerms(textAt(3), section, words);
        return { ...section, audience: audiences.everyone, terms };
      });
      const page = { space: language, page: "p", stamp: "1", sections };
      await sqliteSearch.put(db, [{ ...page, words: { open: [], conditional: [] } }]);
      let first: number | undefined;
      for (let round = 0; round < 60; round++) {
        const loose = `${textAt(3)} ${random.pick(texts)}`;
        const query = random.chance(0.3) ? `"${loose}" ${textAt(2)}` : loose;
        const needed = random.pick(["all", "any"] as const);
        const hits: Hit[] = [];
        for await (const some of sqliteSearch.find(db, [language], query, words, { needed })) {
          hits.push(...some);
        }
        const { rows } = await sql<{ id: number }>`select min(id) as id from search_sections
          where space_id = ${language}`.execute(db);
        first ??= rows[0]?.id ?? 0;
        const start = first;
        const matches = await sqliteSearch.match(db, sections, query, words, needed);
        const present = (some: readonly { section: number; score: number }[], from: number) =>
          some.map(({ section, score }) => [section - from, score.toFixed(9)]);
        expect({ seed: random.seed, query, needed, found: present(matches, 0) }).toEqual({
          ...{ seed: random.seed, query, needed, found: present(hits, start) },
        });
      }
    }
  });
});

slowTest("scores do not depend on spaces that are not searched", async () => {
  const { find, put } = index;
  const chosen = sample(pairs, 5);
  const search = async () => {
    const results: unknown[] = [];
    for (const { spaces, search } of chosen) {
      results.push((await find(spaces, search[0])).flat());
    }
    return results;
  };
  const before = await search();
  await put("foreign", 30);
  expect(await search()).toEqual(before);
  await put("rare", 200, "rare rare rare ");
  expect(await search()).toEqual(before);
  await put("long", 5, "word ".repeat(5000));
  expect(await search()).toEqual(before);
});

test("the tables of an earlier version are extended, and keep no words of former pages", async () => {
  const db = await openDatabase();
  for (const statement of [
    sql`create table search_sections (id integer primary key, space_id text not null, page_id text not null, anchor text not null, heading text not null, body text not null)`,
    sql`create table search_trigrams (space_id text not null, trigram text not null, word text not null, primary key (space_id, trigram, word)) without rowid`,
    sql`insert into search_trigrams values ('s', '+', 'walrus'), ('s', '+ wa', 'walrus')`,
  ]) {
    await statement.execute(db);
  }
  const similar = () => sqliteSearch.similar(db, ["s"], "walruss", true);
  expect(await similar()).toEqual(["walrus"]);
  await sqliteSearch.forgetWords(db, "s");
  expect(await similar()).toEqual([]);
  const words = { open: ["walruses"], conditional: [] };
  await sqliteSearch.learn(db, "s", [{ page: "p", words }]);
  expect(await similar()).toEqual(["walruses"]);
  await sqliteSearch.remove(db, "s", ["p"]);
  expect(await similar()).toEqual([]);
});

describe("before the first search", () => {
  const words = (text: string) => text.split(" ");
  const uses: Readonly<Record<string, (db: Queries) => Promise<unknown>>> = {
    findState: (db) => sqliteSearch.findState(db, "s"),
    readStamps: (db) => sqliteSearch.readStamps(db, "s"),
    put: (db) => sqliteSearch.put(db, []),
    remove: (db) => sqliteSearch.remove(db, "s", ["p"]),
    note: (db) => sqliteSearch.note(db, "s", "state"),
    forget: (db) => sqliteSearch.forget(db, "s"),
    clear: (db) => sqliteSearch.clear(db),
    find: async (db) => {
      for await (const hits of sqliteSearch.find(db, ["s"], "a b", words)) expect(hits).toEqual([]);
    },
    listConditional: (db) => sqliteSearch.listConditional(db, ["s"]),
    learn: (db) =>
      sqliteSearch.learn(db, "s", [{ page: "p", words: { open: ["word"], conditional: [] } }]),
    forgetWords: (db) => sqliteSearch.forgetWords(db, "s"),
    similar: (db) => sqliteSearch.similar(db, ["s"], "word", false),
    read: (db) => sqliteSearch.read(db, [1], 10),
  };
  const countTables = async (db: Queries) => {
    const { rows } = await sql`select 1 from sqlite_schema where name like 'search_%'`.execute(db);
    return rows.length;
  };

  test.each(Object.keys(uses))("the index can be used with %s", async (name) => {
    const db = await openDatabase();
    expect(await countTables(db)).toBe(0);
    await uses[name]?.(db);
    expect(await sqliteSearch.findState(db, "s")).toBe(name === "note" ? "state" : undefined);
    expect(await countTables(db)).toBeGreaterThan(0);
    await db.destroy();
  });

  test("a deleted space is not in the index, and no index is created", async () => {
    const db = await openDatabase();
    await sqliteSearch.dropSections?.(db, "s");
    expect(await countTables(db)).toBe(0);
    await db.destroy();
  });
});
