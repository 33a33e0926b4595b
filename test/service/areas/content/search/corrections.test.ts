/** Words and corrections of queries. */
import { describe, expect, test } from "vitest";
import {
  correctQuery,
  listCorrections,
  listWrittenWords,
} from "../../../../../src/service/areas/content/search/corrections.ts";
import {
  listTrigramPairs,
  listTrigrams,
} from "../../../../../src/service/database/search/engine.ts";
import { getSearch } from "../../../../../src/service/database/search/search.ts";
import { sample } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

test("words are in lower case, with at least four letters, in scripts with spaces", () => {
  expect(listWrittenWords(["Install the Agent, INSTALL a_Röhre 漢字漢字 x86"])).toEqual([
    "install",
    "agent",
    "röhre",
  ]);
});

test("trigrams include the ends of a word, and rows are written in batches", () => {
  expect(listTrigrams("doc")).toEqual([" do", "doc", "oc "]);
  const pairs = listTrigramPairs(Array.from({ length: 1000 }, (_, at) => `word${at}`));
  expect(pairs.length).toBeGreaterThan(1);
  expect(Math.max(...pairs.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});

describe("a generated error in a word", () => {
  const words = "installation configure permission workspace integration translate".split(" ");

  test("is corrected, whichever letter is missing, doubled or swapped", async () => {
    const { db } = await openWorkspace();
    const engine = getSearch(db);
    await engine.learn(db, "S1", words);
    const random = randomFrom();
    for (let round = 0; round < 60; round++) {
      const word = random.pick(words);
      const at = 1 + random.below(word.length - 2);
      const wrong = random.pick([
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + word[at] + word.slice(at),
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ]);
      const corrected = await correctQuery(wrong, {
        ...{ db, engine, spaces: ["S1"], toStems: (text) => [text] },
      });
      expect({ seed: random.seed, wrong, corrected: corrected ?? wrong }).toEqual({
        ...{ seed: random.seed, wrong, corrected: word },
      });
    }
  });
});

test("words have 4 to 40 letters, and are at most 5,000 of a page", () => {
  const words = ["abc", "abcd", "x".repeat(40), "y".repeat(41)];
  expect(listWrittenWords(words)).toEqual(["abcd", "x".repeat(40)]);
  const letters = (number: number) =>
    [...String(number).padStart(5, "0")].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const many = Array.from({ length: 5001 }, (_, at) => letters(at));
  expect(listWrittenWords([many.join(" "), "further"])).toEqual(many.slice(0, 5000));
});

test("corrections are written words and their stems with at least four letters", () => {
  const toStems = (word: string) => [word.slice(0, -3), word.slice(0, -1)];
  expect(listCorrections(["Installing words"], toStems)).toEqual([
    ...["installing", "words", "install", "installin", "word"],
  ]);
});

describe("a query", () => {
  const toStems = (word: string) => [word.replace(/s$/, "")];

  test.each(
    sample<[string, string | undefined]>(
      [
        ["instalation guides", "installation guides"],
        ["Instalation, GUIDES", "installation, guides"],
        ['"instalation" guides', undefined],
        ["installation guides", undefined],
        ["unknownword", undefined],
        // A short word may have one error, a long one two.
        ["wrkspce", undefined],
        ["wrkspacee", "workspace"],
        ["guidex", "guide"],
        ["gxidxs", undefined],
        // Four words are corrected.
        [
          "instalation permision worksapce transalte configrue",
          "installation permission workspace translate configrue",
        ],
      ],
      4,
    ),
  )("%s is corrected to %s", async (query, expected) => {
    const { db } = await openWorkspace();
    const engine = getSearch(db);
    const words = "installation permission workspace translate configure guide guides".split(" ");
    await engine.learn(db, "S1", words);
    await engine.learn(db, "S2", ["unknownwords"]);
    const visible = new Set(words);
    const hasVisibleHits = async (word: string) => visible.has(word);
    const target = { db, engine, spaces: ["S1"], toStems, hasVisibleHits };
    expect(await correctQuery(query, target)).toBe(expected);
  });

  test("is not corrected to words that the reader does not see", async () => {
    const { db } = await openWorkspace();
    const engine = getSearch(db);
    await engine.learn(db, "S1", ["secret", "secrets"]);
    const correct = (...visible: readonly string[]) =>
      correctQuery("secrt", {
        ...{ db, engine, spaces: ["S1"], toStems: (word) => [word] },
        hasVisibleHits: async (word) => visible.includes(word),
      });
    expect(await correct("secret")).toBe("secret");
    expect(await correct()).toBeUndefined();
    // The word itself is visible, so it has no error.
    expect(await correct("secrt", "secret")).toBeUndefined();
  });
});
