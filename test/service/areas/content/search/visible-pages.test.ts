/**
 * Searches of visitors in pages with conditions. Each is compared with the same search in a space that
 * has only the text that the visitor sees, in which nothing can be disclosed.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Document, Node } from "../../../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { findInSpaces } from "../../../../../src/service/areas/content/search/find-in-spaces.ts";
import { indexSpace } from "../../../../../src/service/areas/content/search/index-space.ts";
import { searchSpacesAnd } from "../../../../../src/service/areas/content/search/search.ts";
import { loadVisiblePages } from "../../../../../src/service/areas/content/search/visible-pages.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { amount, slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../../support/generators/random.ts";
import { page, publish } from "../../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

let fixture: SitesFixture;
beforeAll(async () => {
  fixture = await openSitesFixture();
});

interface Claims {
  readonly plan?: string;
  readonly name?: string;
  readonly level?: number | null;
  readonly unsigned?: { readonly beta?: boolean };
}

interface Condition {
  readonly expression?: string;
  readonly holds: (claims: Claims) => boolean;
}

/** Without `expression`, or with an invalid one, a condition never holds. */
const conditions: readonly Condition[] = [
  { expression: "visitor.claims.unsigned.beta", holds: ({ unsigned }) => unsigned?.beta === true },
  { expression: "!visitor.claims.unsigned.beta", holds: ({ unsigned }) => !unsigned?.beta },
  { expression: "visitor.claims.plan == 'pro'", holds: ({ plan }) => plan === "pro" },
  { expression: "visitor.claims.level === null", holds: ({ level }) => level === null },
  {
    expression: "visitor.claims.plan && visitor.claims.level > 2",
    holds: ({ plan, level }) => plan !== undefined && (level ?? 0) > 2,
  },
  { expression: "space.title != 'x'", holds: () => true },
  { expression: "page.title == 'x'", holds: () => false },
  { expression: "nosuch(", holds: () => false },
  { holds: () => false },
];

/** Forms of the same words, and words that are similar to others. */
const vocabulary = [
  ..."policy policies café cafe cafés configure configured don't dont naïve naive".split(" "),
  ..."walrus walruses walrsu handbook handbooks handbood marmalade marmelade größe groesse".split(
    " ",
  ),
  ..."installation install instalation bluefalcon bluefalkon zebra zebras 漢字 v2".split(" "),
];

const text = (words: string): Node => ({
  object: "text",
  leaves: [{ object: "leaf", text: words, marks: [] }],
});
const block = (type: string, nodes: Node[], data = {}): Node => ({
  ...{ object: "block", type, data, nodes },
});
const toDocument = (nodes: Node[]): Document => ({
  ...{ object: "document", data: { schemaVersion: 1 }, nodes },
});

/** Nodes with conditions, and the same as a visitor sees them. */
interface Written {
  readonly nodes: Node[];
  readonly see: (claims: Claims) => Node[];
}

function join(parts: readonly Written[]): Written {
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    see: (claims) => parts.flatMap(({ see }) => see(claims)),
  };
}

/** @param isGlued whether words of two nodes can be one word */
function writeRandom(random: Random, isGlued: boolean) {
  const words = (longest: number) =>
    Array.from({ length: 1 + random.below(longest) }, () => random.pick(vocabulary)).join(" ");
  const plain = (node: Node): Written => ({ nodes: [node], see: () => [node] });
  const list = (longest: number, write: () => Written) =>
    join(Array.from({ length: 1 + random.below(longest) }, write));

  function condition(object: "block" | "inline", { nodes, see }: Written): Written {
    const { expression, holds } = random.pick(conditions);
    const data = expression === undefined ? {} : { expression };
    return {
      nodes: [{ object, type: "if", data, nodes, ...(object === "inline" && { isVoid: false }) }],
      see: (claims) => (holds(claims) ? see(claims) : []),
    };
  }

  function inline(depth: number): Written {
    if (depth > 0 && random.chance(0.25)) {
      return condition(
        "inline",
        list(2, () => inline(depth - 1)),
      );
    }
    if (random.chance(0.1)) {
      const expression = "visitor.claims.name";
      return {
        nodes: [
          text(" "),
          { object: "inline", type: "expression", isVoid: true, data: { expression } },
          text(" "),
        ],
        see: ({ name = "" }) => [text(" "), text(name), text(" ")],
      };
    }
    return plain(text(isGlued && random.chance(0.3) ? words(1) : ` ${words(3)} `));
  }

  function blocks(depth: number): Written {
    if (depth > 0 && random.chance(0.45)) {
      return condition(
        "block",
        list(3, () => blocks(depth - 1)),
      );
    }
    const type = random.chance(0.35) ? "heading-2" : "paragraph";
    const { nodes, see } = list(4, () => inline(2));
    return {
      nodes: [block(type, nodes)],
      see: (claims) => [block(type, see(claims))],
    };
  }

  const pages = Array.from({ length: 8 }, (_, at) => ({
    id: `page${at}`,
    title: words(2),
    description: random.chance(0.5) ? words(3) : "",
    written: list(4, () => blocks(2)),
  }));
  return { pages, words };
}

type Pages = ReturnType<typeof writeRandom>["pages"];

async function openSpace(pages: Pages, see: (written: Written) => Node[]): Promise<string> {
  const { workspace } = fixture;
  const id = await fixture.space("Space");
  await publish(workspace, id, async (tree, { db }) => {
    const stored = [];
    for (const { id: name, title, description, written } of pages) {
      const document = await putDocument(db, id, toDocument(see(written)));
      stored.push(page(name, { title, ...(description && { description }), document }));
    }
    return { ...tree, pages: stored };
  });
  return id;
}

/** The results of a search by its page and by the API. */
async function search(spaceId: string, query: string, claims: Claims) {
  const { db, now } = fixture.workspace;
  const context = { db, caller: "site", claims: { ...claims } };
  const { pages, query: corrected } = await findInSpaces(context, {
    ...{ spaceIds: [spaceId], query, most: 5 },
  });
  const visitor = { site: "site", claims, previewer: undefined };
  const call = createPartial<Call>({
    ...{ db, now, caller: "", base: "http://tome.example.com", visitor: visitor as never },
  });
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language", "title"])
    .where("id", "=", spaceId)
    .execute();
  const { items } = await searchSpacesAnd(call, spaces, "x", { query }, []);
  const texts = items.map(({ score, ...item }) => [
    score,
    item.type === "space"
      ? item.pages.map(({ urls, sections = [], ...one }) => [
          one,
          sections.map(({ urls: _, ...section }) => section),
        ])
      : item,
  ]);
  return { corrected, pages: pages.map(({ space, ...one }) => one), texts };
}

const visitors: readonly Claims[] = [
  {},
  { unsigned: { beta: true } },
  { plan: "pro", level: null, name: "bluefalcon" },
  { plan: "pro", level: 3, name: "marmalade walrus", unsigned: { beta: false } },
];

function misspell(random: Random, word: string): string {
  const at = 1 + random.below(word.length - 1);
  return word.slice(0, at) + random.pick(["", word[at] ?? "", "x"]) + word.slice(at + 1);
}

async function compare(rounds: number, queries: number) {
  const random = randomFrom();
  for (let round = 0; round < rounds; round++) {
    const isGlued = random.chance(0.5);
    const { pages, words } = writeRandom(random, isGlued);
    const whole = await openSpace(pages, ({ nodes }) => nodes);
    for (const claims of visitors) {
      const visible = await openSpace(pages, ({ see }) => see(claims));
      for (let count = 0; count < queries; count++) {
        const query = random.pick([
          () => words(1),
          () => words(3),
          () => `"${words(2)}"`,
          // A correction may be a part of a word that has further parts with conditions.
          ...(isGlued
            ? []
            : [
                () => misspell(random, words(1)),
                () => `${misspell(random, words(1))} ${words(1)}`,
              ]),
        ])();
        const about = { seed: random.seed, round, claims, query };
        expect({ ...about, found: await search(whole, query, claims) }).toEqual({
          ...{ ...about, found: await search(visible, query, claims) },
        });
      }
    }
  }
}

describe("a visitor finds pages with conditions as pages that have only the visible text", () => {
  test("in a generated space", async () => {
    await compare(1, 5);
  });

  slowTest("in generated spaces", async () => {
    await compare(amount({ short: 1, all: 4, full: 50 }), 30);
  });
});

/** A space with these pages as Markdown. */
async function openMarkdown(texts: Readonly<Record<string, string>>) {
  const id = await fixture.space("Markdown");
  await publish(fixture.workspace, id, async (tree, { db }) => {
    const pages = [];
    for (const [title, markdown] of Object.entries(texts)) {
      const document = await putDocument(db, id, parseMarkdown(markdown));
      pages.push(page(title, { document }));
    }
    return { ...tree, pages };
  });
  return id;
}

async function find(spaceId: string, query: string, claims: Claims = {}, most = 30) {
  const context = { db: fixture.workspace.db, caller: "site", claims: { ...claims } };
  const { pages } = await findInSpaces(context, { spaceIds: [spaceId], query, most });
  return pages.map((one) => one.page);
}

const when = (condition: string, markdown: string) =>
  `{% if ${condition} %}\n${markdown}\n{% endif %}\n`;
const beta = "visitor.claims.unsigned.beta";

slowTest("visible pages are found however many pages have the word in hidden text", async () => {
  const texts = Array.from({ length: 128 }, (_, at): [string, string] => [
    `page${at}`,
    when(at % 16 === 15 ? `!${beta}` : beta, "A walrus."),
  ]);
  const spaceId = await openMarkdown(Object.fromEntries(texts));
  const visible = texts.flatMap(([title], at) => (at % 16 === 15 ? title : [])).toSorted();
  expect(await find(spaceId, "walruses")).toEqual(visible);
  expect(await find(spaceId, "wallrus")).toEqual(visible);
  expect(await find(spaceId, "walrus", { unsigned: { beta: true } })).toHaveLength(30);
});

test("a word is corrected to a visible one, however many words of hidden text are similar", async () => {
  const letters = [..."abcdefghij"];
  // They share more trigrams with the misspelled word.
  const similar = letters.flatMap((one) => letters.map((other) => `wallrus${one}${other}`));
  const spaceId = await openMarkdown({ seen: "A walrus.", some: when(beta, similar.join(" ")) });
  expect(await find(spaceId, "wallrus")).toEqual(["seen"]);
});

test("pages below hidden pages take no place among the results", async () => {
  const spaceId = await openMarkdown({ a: "Walrus.", b: "A walrus and long words." });
  await publish(fixture.workspace, spaceId, (tree) => {
    const [a, b] = tree.pages;
    if (!a || !b) throw new Error("The space has two pages.");
    return { ...tree, pages: [page("above", { hidden: true, pages: [a] }), b] };
  });
  expect(await find(spaceId, "walrus", {}, 1)).toEqual(["b"]);
  expect(await find(spaceId, "walruss", {}, 1)).toEqual(["b"]);
});

test("a page whose values are too long for the visitor is not found", async () => {
  const expression = '<code class="expression">visitor.claims.name</code>';
  const spaceId = await openMarkdown({ value: `Walrus ${expression}.`, plain: "A walrus." });
  expect((await find(spaceId, "walrus", { name: "n" })).toSorted()).toEqual(["plain", "value"]);
  expect(await find(spaceId, "walrus", { name: "n".repeat(70_000) })).toEqual(["plain"]);
});

describe("the loaded pages with conditions", () => {
  interface Maximum {
    readonly pages: number;
    readonly bytes: number;
  }

  async function loadSpaces(spaceIds: readonly string[], claims: object, maximum?: Maximum) {
    const { db } = fixture.workspace;
    const spaces = [];
    for (const spaceId of spaceIds) {
      const space = await db
        .selectFrom("spaces")
        .select(["id", "revision_id", "language", "title"])
        .where("id", "=", spaceId)
        .executeTakeFirstOrThrow();
      await indexSpace(db, space);
      spaces.push(space);
    }
    const context = { db, caller: "site", claims: { ...claims } };
    return loadVisiblePages(context, spaces, maximum);
  }

  async function load(spaceId: string, claims: object, maximum?: Maximum) {
    return (await loadSpaces([spaceId], claims, maximum)).get(spaceId);
  }

  test("are shared by visitors whose conditions read the same values", async () => {
    const markdown = `${when("visitor.claims.plan == 'pro'", "A.")}${when("visitor.claims.level === null", "B.")}`;
    const spaceId = await openMarkdown({ one: markdown, two: "Plain." });
    const first = await load(spaceId, { plan: "pro", name: "a" });
    expect([...(first?.ids ?? [])]).toEqual(["one"]);
    expect(await load(spaceId, { name: "b", plan: "pro" })).toBe(first);
    for (const claims of [{}, { plan: "pro", level: null }, { plan: "pro", level: "null" }]) {
      const other = await load(spaceId, claims);
      expect(other, JSON.stringify(claims)).not.toBe(first);
      expect(await load(spaceId, { ...claims, name: "c" })).toBe(other);
    }
  });

  slowTests.each([
    [{ pages: 9, bytes: 100_000 }, ["one", "long", "three"]],
    [{ pages: 2, bytes: 100_000 }, ["one", "long"]],
    [{ pages: 9, bytes: 5000 }, ["one", "three"]],
    [{ pages: 0, bytes: 100_000 }, undefined],
  ])("are at most %o", async (maximum, ids) => {
    const spaceId = await openMarkdown({
      one: when(beta, "A."),
      long: when(beta, "words ".repeat(2000)),
      three: when(beta, "B."),
    });
    const loaded = await load(spaceId, {}, maximum);
    expect(loaded && [...loaded.ids]).toEqual(ids);
  });

  slowTests.each([
    [{ pages: 3, bytes: 100_000 }, [2, 1]],
    [{ pages: 2, bytes: 100_000 }, [2]],
    [{ pages: 1, bytes: 100_000 }, [1]],
    [{ pages: 9, bytes: 1 }, [0, 0]],
  ])(
    "are at most %o in all spaces together, in whatever order they are searched",
    async (maximum, counts) => {
      const texts = { one: when(beta, "A."), two: when(beta, "B."), three: when(beta, "C.") };
      const first = await openMarkdown(texts);
      const second = await openMarkdown(texts);
      const [lower = "", higher = ""] = [first, second].toSorted();
      const remove = (spaceId: string, count: number) =>
        publish(fixture.workspace, spaceId, (tree) => ({
          ...tree,
          pages: tree.pages.slice(count),
        }));
      await remove(lower, 1);
      for (const spaceIds of [
        [lower, higher],
        [higher, lower],
      ]) {
        const loaded = await loadSpaces(spaceIds, {}, maximum);
        const sizes = [lower, higher].flatMap((id) => loaded.get(id)?.ids.size ?? []);
        expect([spaceIds, sizes]).toEqual([spaceIds, counts]);
      }
    },
  );

  test("are none in a space without conditions", async () => {
    expect(await load(await openMarkdown({ one: "Text." }), {})).toBeUndefined();
  });
});
