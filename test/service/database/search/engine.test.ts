/** The parts of search that are the same for both databases. */
import { describe, expect, test } from "vitest";
import {
  type IndexedWords,
  listSearchedTrigrams,
  listTrigramRows,
  listTrigrams,
  listWithoutWords,
  mostWords,
  parsePhrases,
  readIndexedStamps,
  removeAccents,
  replaceWords,
  type WordTables,
} from "../../../../src/service/database/search/engine.ts";
import { sqliteSearch } from "../../../../src/service/database/search/sqlite.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import { openDatabase } from "../../../support/platforms/database.ts";

const toWords = (text: string) => text.split(" ").filter((word) => word !== "");

test.each<[string, readonly (readonly string[])[]]>([
  ["", []],
  ["a b a", [["a"], ["b"]]],
  ['"a b" c', [["a", "b"], ["c"]]],
  ['c "a b', [["c"], ["a", "b"]]],
  ['"a" a', [["a"]]],
  ['"" "  " a', [["a"]]],
  ['a"b c"d', [["a"], ["b", "c"], ["d"]]],
])("the phrases of %j are %j", (query, phrases) => {
  expect(parsePhrases(query, toWords)).toEqual(phrases);
});

test.each([
  ["é", "e"],
  ["Ångström naïve", "Angstrom naive"],
  ["й ё が", "й ё が"],
  ["", ""],
])("the accents of Latin letters are removed from %j", (text, plain) => {
  expect(removeAccents(text)).toBe(plain);
});

describe("the trigrams of a word", () => {
  test.each([
    ["doc", [" do", "doc", "oc "]],
    ["aaaa", [" aa", "aaa", "aa "]],
    ["a𝒳b", [" a𝒳", "a𝒳b", "𝒳b "]],
  ])("%s", (word, trigrams) => {
    expect(listTrigrams(word)).toEqual(trigrams);
  });

  test("are stored with those that all visitors see apart from others", () => {
    const list = (kind: keyof IndexedWords) =>
      listTrigramRows(["doc"], kind)
        .flat()
        .map(([trigram]) => trigram);
    const [open, conditional] = [list("open"), list("conditional")];
    expect(open).toHaveLength(4);
    expect(open.some((trigram) => conditional.includes(trigram))).toBe(false);
    // Without the row by which words are counted.
    const visitor = listSearchedTrigrams("doc", true);
    expect(visitor).toEqual(open.slice(1));
    expect(listSearchedTrigrams("doc", false)).toEqual([...visitor, ...conditional.slice(1)]);
  });
});

slowTests.each([0, 1, 2001])("the stamps of %d pages are read", async (count) => {
  const db = await openDatabase();
  const createPage = (space: string, at: number) => ({
    ...{ space, page: `p${at}`, stamp: `${at}`, sections: [] },
    words: { open: [], conditional: [] },
  });
  const pages = Array.from({ length: count }, (_, at) => createPage("s", at));
  await sqliteSearch.put(db, [...pages, createPage("other", 0)]);
  const stamps = await readIndexedStamps(db, "s");
  expect(stamps.size).toBe(count);
  for (const { page, stamp } of pages.slice(-1)) expect(stamps.get(page)).toBe(stamp);
  await db.destroy();
});

/** The words of a space, in tables in memory. */
function openTables() {
  const pages = new Map<string, string>();
  const rows = new Map<string, number>();
  const toKey = (trigram: string, word: string) => `${trigram}\0${word}`;
  const listWords = (row: string) =>
    [...rows].flatMap(([key, count]) => {
      const [trigram, word = ""] = key.split("\0");
      return trigram === row ? [{ word, pages: count }] : [];
    });
  const tables: { -readonly [Name in keyof WordTables]: WordTables[Name] } = {
    read: async (names) =>
      names.flatMap((page) => {
        const words = pages.get(page);
        return words === undefined ? [] : [{ page, words }];
      }),
    async write(names, words) {
      for (const [at, page] of names.entries()) pages.set(page, words[at] ?? "");
    },
    find: async (row, words) => listWords(row).filter(({ word }) => words.includes(word)),
    count: async (row) => listWords(row).length,
    async put(some) {
      for (const [trigram, word, count] of some) rows.set(toKey(trigram, word), count);
    },
    async delete(some) {
      for (const [trigram, word] of some) rows.delete(toKey(trigram, word));
    },
  };
  const learn = (page: string, open: readonly string[], conditional: readonly string[] = []) =>
    replaceWords(tables, [{ page, words: { open, conditional } }]);
  const remove = (page: string) => replaceWords(tables, listWithoutWords([page]));
  return { tables, rows, learn, remove, listWords };
}

test("above the maximum, a removed page makes space for the words of others only", async () => {
  const { tables, learn, remove, listWords } = openTables();
  let filled = mostWords - 1;
  tables.count = async (row) => listWords(row).length + (row === "+" ? filled : 0);
  await learn("P1", ["first", "refused"]);
  expect(listWords("+")).toEqual([{ word: "first", pages: 1 }]);
  // Conditional text has a maximum of its own.
  await learn("P2", ["refused"], ["further"]);
  expect(listWords("")).toEqual([{ word: "further", pages: 1 }]);
  filled--;
  await learn("P2", ["first", "added"], ["further"]);
  expect(listWords("+")).toEqual([
    { word: "first", pages: 2 },
    { word: "added", pages: 1 },
  ]);
  // It does not have the word that was refused.
  await learn("P3", ["added"]);
  filled--;
  await learn("P4", ["refused"]);
  await remove("P1");
  expect(listWords("+")).toEqual([
    { word: "first", pages: 1 },
    { word: "added", pages: 2 },
    { word: "refused", pages: 1 },
  ]);
});

test("nothing remains of removed pages, and unchanged words are not written again", async () => {
  const { tables, rows, learn, remove } = openTables();
  await learn("P1", ["walrus", "seal"], ["seal", "otter"]);
  const { size } = rows;
  const { put } = tables;
  tables.put = async () => {
    throw new Error("It wrote words.");
  };
  await learn("P1", ["seal", "walrus"], ["otter"]);
  expect(rows.size).toBe(size);
  tables.put = put;
  await learn("P2", ["walrus"]);
  await remove("P1");
  expect([...new Set([...rows.keys()].map((key) => key.split("\0")[1]))]).toEqual(["walrus"]);
  await remove("P2");
  expect(rows.size).toBe(0);
});
