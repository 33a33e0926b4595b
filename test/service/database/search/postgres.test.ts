/** Search on PostgreSQL without a server: the indexed terms, and the queries that are sent. */
import { describe, expect, it } from "vitest";
import {
  postgresSearch,
  toPostgresTerms,
} from "../../../../src/service/database/search/postgres.ts";
import { createThreadQueries } from "../../../../src/service/database/thread-queries.ts";

const toWords = (text: string) => text.split(" ").filter((word) => word !== "");

/** Queries whose results are given, in order; without further ones, they are empty. */
function record(...results: object[][]) {
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const db = createThreadQueries("postgresql", async ({ sql, parameters }) => {
    asked.push({ sql: sql.replace(/\s+/g, " ").trim(), parameters });
    return { rows: results.shift() ?? [] };
  });
  return { db, asked };
}

describe("toPostgresTerms", () => {
  it.each([
    ["weights of title, heading and text", ["a", "b", "c"], "'a':2A 'b':4B 'c':6C"],
    ["positions of a repeated word", ["a", "", "b a b"], "'a':2A,6C 'b':5C,7C"],
    ["Latin letters without accents only", ["é", "й", ""], "'e':2A 'й':4B"],
    ["quotes and backslashes", ["don't", "a\\b", ""], "'don''t':2A 'a\\\\b':4B"],
    ["no words", ["", "", ""], ""],
  ])("has %s", (_, [title = "", heading = "", body = ""], vector) => {
    expect(toPostgresTerms(title, { anchor: "", heading, body }, toWords)).toEqual([vector]);
  });

  it("has at most 256 positions of a word, and no position above 16383", () => {
    const body = `${"a ".repeat(257)}${"b ".repeat(16_383 - 261)}c d`;
    const [vector = ""] = toPostgresTerms("", { anchor: "", heading: "", body }, toWords);
    const indexes = new Map(vector.split(" ").map((term) => term.split(":") as [string, string]));
    expect(indexes.get("'a'")?.split(",")).toHaveLength(256);
    expect(indexes.get("'a'")?.endsWith(",259C")).toBe(true);
    expect(indexes.get("'b'")?.split(",")).toHaveLength(256);
    expect([indexes.get("'c'"), indexes.get("'d'")]).toEqual(["16383C", "16383C"]);
  });

  it("ends before the size that PostgreSQL refuses", () => {
    const count = 20_000;
    const long = (at: number) => `${"x".repeat(93)}${at}`.slice(-95);
    const body = Array.from({ length: count }, (_, at) => long(at)).join(" ");
    const [vector = ""] = toPostgresTerms("", { anchor: "", heading: "", body }, toWords);
    // A word of 95 bytes takes 100 with its position.
    expect(vector.split(" ")).toHaveLength(10_001);
  });
});

describe("postgresSearch.find", () => {
  const hit = { space: "s", page: "p", section: 1, score: -1 };
  const search = async (
    query: string,
    options: Parameters<typeof postgresSearch.find>[4],
    results: object[][],
    spaces = ["s"],
  ) => {
    const { db, asked } = record(...results);
    const hits: unknown[] = [];
    for await (const some of postgresSearch.find(db, spaces, query, toWords, options)) {
      hits.push(...some);
    }
    return { hits, expressions: asked.map(({ parameters }) => parameters.at(-2)), asked };
  };

  it.each([
    ["all words", "a b", {}, [[hit]], ["('a') & ('b')"], 1],
    [
      "any word if no section has all",
      "a b",
      {},
      [[], [hit]],
      ["('a') & ('b')", "('a') | ('b')"],
      1,
    ],
    ["one word only once", "a", {}, [[]], ["('a')"], 0],
    ["all words if they are needed", "a b", { needed: "all" }, [[]], ["('a') & ('b')"], 0],
    ["any word on request", "a b", { needed: "any" }, [[hit]], ["('a') | ('b')"], 1],
    ["one word on request", "a", { needed: "any" }, [[hit]], ["('a')"], 1],
    ["phrases", '"a b" it\'s', {}, [[hit]], ["('a' <-> 'b') & ('it''s')"], 1],
    ["no words", " ", {}, [], [], 0],
  ] as const)("finds %s", async (_, query, options, results, expressions, count) => {
    const found = await search(
      query,
      options,
      results.map((rows) => [...rows]),
    );
    expect([found.expressions, found.hits.length]).toEqual([expressions, count]);
  });

  it("sends no query without spaces", async () => {
    expect((await search("a", {}, [[hit]], [])).asked).toEqual([]);
  });

  it("limits visitors to their sections, and others to theirs", async () => {
    const visitors = (await search("a", { isForVisitor: true }, [[hit]])).asked[0];
    expect(visitors?.sql).toMatch(/space_id = any\(\$3::text\[\]\) and audience <> 1$/);
    const members = (await search("a", {}, [[hit]])).asked[0];
    expect(members?.sql).toMatch(/space_id = any\(\$3::text\[\]\) and audience <> 2$/);
    expect(members?.parameters).toEqual([["'a'"], "('a')", ["s"]]);
  });
});

describe("postgresSearch.match", () => {
  const sections = ["'a':2A", "'b':2C", "'a':2A 'b':4C", "'ab':2A"].map((vector) => ({
    ...{ heading: "", body: "", terms: [vector] },
  }));

  it.each([
    ["all words", "a b", "all", [2], "('a') & ('b')"],
    ["any word", "a b", "any", [0, 1, 2], "('a') | ('b')"],
    ["all phrases", '"a b" b', "all", [2], "('a' <-> 'b') & ('b')"],
    ["any phrase", '"a b" b', "any", [1, 2], "('a' <-> 'b') | ('b')"],
  ] as const)("sends only sections with %s", async (_, query, needed, positions, expression) => {
    const rows = [{ section: 2, score: -1 }];
    const { db, asked } = record(rows);
    expect(await postgresSearch.match(db, sections, query, toWords, needed)).toEqual(rows);
    const vectors = positions.map((at) => sections[at]?.terms[0]);
    expect(asked.map(({ parameters }) => parameters.slice(1))).toEqual([
      [[...positions], vectors, expression],
    ]);
  });

  it.each([
    ["", "all"],
    ["c", "any"],
    ["a c", "all"],
  ] as const)("sends nothing for %j with %s of the words", async (query, needed) => {
    const { db, asked } = record();
    expect(await postgresSearch.match(db, sections, query, toWords, needed)).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe("postgresSearch", () => {
  const section = { anchor: "h", heading: "H", body: "B", terms: ["'b':1C"], audience: 0 } as const;

  it("replaces the pages of each space", async () => {
    const { db, asked } = record();
    const page = (space: string, name: string) => ({
      space,
      page: name,
      stamp: `${name}1`,
      words: { open: [], conditional: [] },
    });
    await postgresSearch.put(db, [
      { ...page("s", "p"), sections: [section, { ...section, terms: [], audience: 1 }] },
      { ...page("t", "q"), sections: [] },
      { ...page("s", "r"), sections: [] },
    ]);
    expect(
      asked.map(({ sql, parameters }) => [sql.split(" ").slice(0, 3).at(-1), parameters]),
    ).toEqual([
      ['"search_sections"', ["s", ["p", "r"]]],
      ['"search_pages"', ["s", ["p", "r"]]],
      ["search_pages", ["s", ["p", "r"], ["p1", "r1"]]],
      [
        "search_sections",
        ["s", ["p", "p"], ["h", "h"], ["H", "H"], ["B", "B"], ["'b':1C", ""], [0, 1]],
      ],
      ['"search_sections"', ["t", ["q"]]],
      ['"search_pages"', ["t", ["q"]]],
      ["search_pages", ["t", ["q"], ["q1"]]],
      ["search_sections", ["t", [], [], [], [], [], []]],
    ]);
  });

  it("removes a space, or all, from every table", async () => {
    const { db, asked } = record();
    await postgresSearch.forget(db, "s");
    await postgresSearch.clear(db);
    const tables = [
      ...["search_sections", "search_pages", "search_spaces"],
      ...["search_trigrams", "search_page_words"],
    ];
    expect(asked).toEqual([
      ...tables.map((table) => ({
        sql: `delete from "${table}" where space_id = $1`,
        parameters: ["s"],
      })),
      ...tables.map((table) => ({ sql: `delete from "${table}"`, parameters: [] })),
    ]);
  });

  it("notes the state of a space in place of a former one", async () => {
    const { db, asked } = record();
    await postgresSearch.note(db, "s", "state");
    expect(asked).toEqual([
      {
        sql: "insert into search_spaces values ($1, $2) on conflict (space_id) do update set state = excluded.state",
        parameters: ["s", "state"],
      },
    ]);
  });

  it("learns new words, up to the limit of a space for each kind", async () => {
    const learn = async (words: number, kind: "open" | "conditional") => {
      // The lock, the words of the page, the known words, and the number of words.
      const { db, asked } = record([], [], [{ word: "b", pages: 1 }], [], [{ words }]);
      const none = { open: [], conditional: [] };
      const pages = [{ page: "P1", words: { ...none, [kind]: ["b", "ab", "c"] } }];
      await postgresSearch.learn(db, "s", pages);
      return asked.slice(3).map(({ parameters }) => parameters);
    };
    const count = (row: string) => [[row], ["b"], [2]];
    const open = [
      ["+", "+ ab", "+ab "],
      ["ab", "ab", "ab"],
      [1, 0, 0],
    ];
    const conditional = [
      ["", " ab", "ab "],
      ["ab", "ab", "ab"],
      [1, 0, 0],
    ];
    expect(await learn(29_999, "open")).toEqual([
      ["s", ...count("+")],
      ["s", "+"],
      ["s", ...open],
      ["s", ["P1"], ['[["b","ab"],[]]']],
    ]);
    expect(await learn(29_999, "conditional")).toEqual([
      ["s", ...count("")],
      ["s", ""],
      ["s", ...conditional],
      ["s", ["P1"], ['[[],["b","ab"]]']],
    ]);
    for (const words of [30_000, 30_001]) {
      expect(await learn(words, "open")).toEqual([
        ["s", ...count("+")],
        ["s", "+"],
        ["s", ["P1"], ['[["b"],[]]']],
      ]);
    }
  });

  it("removes the words that no page has any more", async () => {
    const words = '[["b","ab"],[]]';
    const known = [
      { word: "b", pages: 2 },
      { word: "ab", pages: 1 },
    ];
    const { db, asked } = record([], [], [], [{ page: "P1", words }], known);
    await postgresSearch.remove(db, "s", ["P1"]);
    expect(
      asked.slice(5).map(({ sql, parameters }) => [sql.split(" ", 3).join(" "), parameters]),
    ).toEqual([
      ["delete from search_trigrams", [["+", "+ ab", "+ab "], ["ab", "ab", "ab"], "s"]],
      ["insert into search_trigrams", ["s", ["+"], ["b"], [1]]],
      ["insert into search_page_words", ["s", ["P1"], ["[[],[]]"]]],
      ["delete from search_page_words", ["s", ["P1"]]],
    ]);
  });

  it("reads similar words and the start of sections", async () => {
    const { db, asked } = record(
      [{ word: "a" }],
      [{ id: 7, anchor: "h", heading: "H", body: "B" }],
    );
    expect(await postgresSearch.similar(db, ["s"], "a", true)).toEqual(["a"]);
    expect(await postgresSearch.read(db, [7], 100)).toEqual(
      new Map([[7, { anchor: "h", heading: "H", body: "B" }]]),
    );
    expect(asked.map(({ parameters }) => parameters)).toEqual([
      [["s"], ["+ a "], 60],
      [100, [7]],
    ]);
  });
});
