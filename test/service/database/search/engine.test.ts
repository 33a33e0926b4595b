/** The words of a space, in tables in memory. */
import { expect, test } from "vitest";
import {
  listWithoutWords,
  mostWords,
  replaceWords,
  type WordTables,
} from "../../../../src/service/database/search/engine.ts";

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
