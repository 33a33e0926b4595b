/** Words and corrections of queries. */
import { describe, expect, test } from "vitest";
import {
  correctQuery,
  listWrittenWords,
} from "../../../../../src/service/areas/content/search/corrections.ts";
import {
  listTrigramPairs,
  listTrigrams,
} from "../../../../../src/service/database/search/engine.ts";
import { getSearch } from "../../../../../src/service/database/search/search.ts";
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
