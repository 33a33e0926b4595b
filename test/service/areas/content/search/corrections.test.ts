/** Words and corrections of queries. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import {
  correctQuery,
  listCorrections,
  listWrittenWords,
} from "../../../../../src/service/areas/content/search/corrections.ts";
import { indexSpace } from "../../../../../src/service/areas/content/search/index-space.ts";
import {
  listTrigramRows,
  listTrigrams,
} from "../../../../../src/service/database/search/engine.ts";
import { getSearch } from "../../../../../src/service/database/search/search.ts";
import { listWords } from "../../../../../src/service/engines/language/stemmers.ts";
import { sample } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace();
});

let spaces = 0;
/** Corrects a query to words of a space. @param conditional words of text with conditions */
async function openSpace(
  open: readonly string[],
  visible: readonly string[] = open,
  conditional: readonly string[] = [],
) {
  const { db } = workspace;
  const engine = getSearch(db);
  const id = `S${spaces++}`;
  await engine.learn(db, id, [{ page: "P1", words: { open, conditional } }]);
  return (query: string, isForVisitor = false) =>
    correctQuery(query, {
      hasHits: async (word) => visible.includes(word),
      listSimilar: (word) => engine.similar(db, [id], word, isForVisitor),
    });
}

test("words are in lower case, with at least four letters, in scripts with spaces", () => {
  expect(listWrittenWords(["Install the Agent, INSTALL a_Röhre 漢字漢字 x86"])).toEqual([
    "install",
    "agent",
    "röhre",
  ]);
});

test("trigrams include the ends of a word, and rows are written in batches", () => {
  expect(listTrigrams("doc")).toEqual([" do", "doc", "oc "]);
  const pairs = listTrigramRows(
    Array.from({ length: 1000 }, (_, at) => `word${at}`),
    "open",
  );
  expect(pairs.length).toBeGreaterThan(1);
  expect(Math.max(...pairs.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});

describe("a generated error in a word", () => {
  const words = "installation configure permission workspace integration translate".split(" ");

  test("is corrected, whichever letter is missing, doubled or swapped", async () => {
    const correct = await openSpace(words);
    const random = randomFrom();
    for (let round = 0; round < 60; round++) {
      const word = random.pick(words);
      const at = 1 + random.below(word.length - 2);
      const wrong = random.pick([
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + word[at] + word.slice(at),
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ]);
      const corrected = await correct(wrong);
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
  const words = "installation permission workspace translate configure guide guides".split(" ");

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
        ["instlltion", "installation"],
        ["wrokspce", "workspace"],
        ["instlltin", undefined],
        // Four words are corrected.
        [
          "instalation permision worksapce transalte configrue",
          "installation permission workspace translate configrue",
        ],
      ],
      4,
    ),
  )("%s is corrected to %s", async (query, expected) => {
    const correct = await openSpace(words);
    await openSpace(["unknownwords"]);
    expect(await correct(query)).toBe(expected);
  });

  test("is not corrected to words that the reader does not see", async () => {
    const secrets = ["secret", "secrets"];
    const correct = async (...visible: readonly string[]) =>
      (await openSpace(secrets, visible))("secrt");
    expect(await correct("secret")).toBe("secret");
    expect(await correct()).toBeUndefined();
    // The word itself is visible, so it has no error.
    expect(await correct("secrt", "secret")).toBeUndefined();
  });

  test("is corrected to the word with the fewest errors, not with the most common letters", async () => {
    const correct = await openSpace(["wrokspayz", "workspace"]);
    expect(await correct("wrokspace")).toBe("workspace");
  });

  test.each([
    ["with fewer errors", "marmelade", ["barmalade", "marmalade"]],
    ["that shares more trigrams", "walkers", ["walters", "zalkers"]],
    ["that is shorter", "walkers", ["walbers", "walers"]],
    ["that comes first in the alphabet", "walkers", ["walcers", "walbers"]],
  ])("is corrected to the word %s", async (_, written, words) => {
    for (const similar of [words, words.toReversed(), [...words, ...words]]) {
      const asked: string[] = [];
      const corrected = await correctQuery(written, {
        hasHits: async (word) => {
          asked.push(word);
          return word !== written;
        },
        listSimilar: async () => similar,
      });
      expect([corrected, asked]).toEqual([words[1], [written, words[1]]]);
    }
  });

  test("is corrected to the first visible word, regardless of the number of nearer ones", async () => {
    const former = [..."abcdefghijklmnop"].map((letter) => `words${letter}`);
    const correct = await openSpace([...former, "wordss"], ["wordss"]);
    expect(await correct("wordsx")).toBe("wordss");
  });

  test("of a visitor is corrected regardless of the words of text with conditions", async () => {
    const hidden = Array.from({ length: 26 ** 2 }, (_, at) => {
      const [one, other] = [Math.floor(at / 26), at % 26].map((letter) =>
        String.fromCharCode(97 + letter),
      );
      return `words${one}${other}`;
    });
    const correct = await openSpace(["wordspayz"], ["wordspayz", "wordsaa"], hidden);
    expect(await correct("wordspay", true)).toBe("wordspayz");
    expect(await correct("wordsaax", true)).toBeUndefined();
    expect(await correct("wordsaax")).toBe("wordsaa");
  });

  test("keeps the words that sections of the space contain", async () => {
    const { db } = workspace;
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const { id } = await workspace.ok(admin, space.create, { organizationId });
    await publishPages(workspace, id, [{ title: "Guide", markdown: "Some walrus.\n" }]);
    const row = await db
      .selectFrom("spaces")
      .select(["id", "title", "language", "revision_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await indexSpace(db, row);
    const toStems = await listWords(row.language);
    const engine = getSearch(db);
    const target = {
      async hasHits(word: string) {
        for await (const hits of engine.find(db, [id], word, toStems)) {
          if (hits.length > 0) return true;
        }
        return false;
      },
      listSimilar: (word: string) => engine.similar(db, [id], word, false),
    };
    expect(await correctQuery("walrus zzzz", target)).toBeUndefined();
    expect(await correctQuery("walrus gudie", target)).toBe("walrus guide");
  });
});

describe("the words of a space are those of its current pages", () => {
  const kinds = { open: "+", conditional: "" } as const;

  /** The numbers of pages by word, and the words with trigrams. */
  async function readWords(id: string) {
    const { rows } = await sql<{
      trigram: string;
      word: string;
      pages: number;
    }>`select trigram, word, pages from search_trigrams where space_id = ${id}`.execute(
      workspace.db,
    );
    const read = (mark: string) => {
      const own = rows.filter(({ trigram }) =>
        mark === "" ? !trigram.startsWith("+") : trigram.startsWith(mark),
      );
      const counted = own.filter(({ trigram }) => trigram === mark);
      const counts = Object.fromEntries(counted.map(({ word, pages }) => [word, Number(pages)]));
      const searched = own.filter(({ trigram }) => trigram !== mark).map(({ word }) => word);
      return { counts, searched: [...new Set(searched)].sort() };
    };
    return { open: read(kinds.open), conditional: read(kinds.conditional) };
  }

  test("after random changes", async () => {
    const { db } = workspace;
    const engine = getSearch(db);
    const random = randomFrom();
    const id = `R${spaces++}`;
    const pages = new Map<string, { open: string[]; conditional: string[] }>();
    const some = () => Array.from({ length: random.below(6) }, () => `word${random.below(12)}`);
    for (let step = 0; step < 60; step++) {
      const names = [...new Set(Array.from({ length: 3 }, () => `P${random.below(6)}`))];
      if (random.below(3) === 0) {
        await engine.remove(db, id, names);
        for (const page of names) pages.delete(page);
      } else {
        const changed = names.map((page) => ({
          page,
          words: { open: some(), conditional: some() },
        }));
        await engine.learn(db, id, changed);
        for (const { page, words } of changed) pages.set(page, words);
      }
      const expected = { open: new Map<string, number>(), conditional: new Map<string, number>() };
      for (const { open, conditional } of pages.values()) {
        const further = conditional.filter((word) => !open.includes(word));
        for (const [kind, words] of [
          ["open", open],
          ["conditional", further],
        ] as const) {
          for (const word of new Set(words)) {
            expected[kind].set(word, (expected[kind].get(word) ?? 0) + 1);
          }
        }
      }
      const toExpected = (counts: ReadonlyMap<string, number>) => ({
        counts: Object.fromEntries(counts),
        searched: [...counts.keys()].sort(),
      });
      expect({ seed: random.seed, step, ...(await readWords(id)) }).toEqual({
        ...{ seed: random.seed, step },
        open: toExpected(expected.open),
        conditional: toExpected(expected.conditional),
      });
    }
    await engine.forgetWords(db, id);
    const none = { counts: {}, searched: [] };
    expect(await readWords(id)).toEqual({ open: none, conditional: none });
  });
});
