import { beforeAll, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import {
  roundScore,
  searchOrganization,
  searchSpace,
  searchSpaces,
  searchSpacesAnd,
} from "../../../../../src/service/areas/content/search/search.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { publish, publishPages } from "../../../../support/organizations/content.ts";
import { onPostgres } from "../../../../support/platforms/postgres/databases.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

/** PostgreSQL ranks results differently. */
const testOrder = test.skipIf(onPostgres);

test("scores that differ in the last digits on different processors are equal", () => {
  const pairs = [
    [-0.0000036681840620074055, -0.000003668184062007405],
    [-1.7188351750553732, -1.718835175055373],
    [0, -0],
  ] as const;
  for (const [one, other] of pairs) {
    expect(String(roundScore(one))).toBe(String(roundScore(other)));
  }
  expect(roundScore(-1.71)).toBeGreaterThan(roundScore(-1.72));
});

let workspace: Workspace;
let org: string;
let admin: string;
let guide: string;
let faq: string;
let zoo: string;

/** A condition that holds for visitors with the claim. */
const forClaim = (claim: string, text: string) =>
  `{% if visitor.claims.${claim} %}\n${text}\n{% endif %}\n`;

beforeAll(async () => {
  workspace = await openWorkspace();
  org = await workspace.organization();
  admin = await workspace.member(org, "admin");
  const addSpace = async (title: string) =>
    (await workspace.ok(admin, space.create, { organizationId: org, title })).id;
  [guide, faq, zoo] = [await addSpace("Guide"), await addSpace("FAQ"), await addSpace("Zoo")];
  await publishPages(workspace, guide, [
    {
      title: "Walrus",
      slug: "walrus",
      description: "About walruses",
      markdown: "Intro.\n\n## Walrus teeth\n\nA walrus has long teeth.\n\n## Food\n\nMussels.\n",
    },
    {
      title: "Group",
      slug: "group",
      markdown: "Nothing.\n",
      pages: [{ title: "Inner", slug: "inner", markdown: "One walrus.\n" }],
    },
    { title: "Hidden walrus", slug: "hidden", hidden: true, markdown: "Walrus.\n" },
    {
      title: "Some",
      slug: "some",
      markdown: `Penguins swim.\n\n${forClaim("staff", "Secret narwhals dive.")}\n${forClaim("beta", "Open narwhals swim.")}`,
    },
  ]);
  await publishPages(workspace, faq, [
    { title: "Walrus walrus", slug: "walrus", markdown: "Walrus walrus walrus.\n" },
    {
      title: "Both",
      slug: "both",
      markdown: `Text.\n\n${forClaim("staff", "Unicorns and dolphins.")}\n`,
    },
    {
      title: "Long",
      slug: "long",
      markdown: `## First\n\n${forClaim("beta", "Lobsters.")}\n## Second\n\nCrabs.\n`,
    },
    { title: "Dolphins", slug: "dolphins", markdown: "Dolphins here.\n" },
  ]);
  const long = "word ".repeat(250);
  const ten = (text: string) => `## Part\n\n${text}\n\n`.repeat(10);
  await publishPages(workspace, zoo, [
    { title: "Once", slug: "once", markdown: "An otter lives in the river.\n" },
    {
      title: "Often",
      slug: "often",
      markdown: `## Otter\n\nOtter, otter.\n\n## Rest\n\n${long} otter.\n`,
    },
    { title: "Ten", slug: "ten", markdown: ten("A badger.") },
    {
      title: "Conditional",
      slug: "conditional",
      markdown: `${forClaim("staff", "Zebrafisha.")}\n\nZebrafishb.\n\n${long} meerkat.\n\n${ten("A lemur.")}`,
    },
  ]);
});

function createCall(visitor?: object): Call {
  const { db, now } = workspace;
  return createPartial<Call>({
    ...{ db, now, caller: admin, base: "http://tome.example.com", newId: createId },
    ...(visitor && { caller: "", visitor: visitor as never }),
  });
}

async function listSpaces() {
  return workspace.db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language", "title"])
    .where("organization_id", "=", org)
    .orderBy("id")
    .execute();
}

type Results = Awaited<ReturnType<typeof searchSpacesAnd>>["items"];

/** The paths of the pages and their sections in their order, by space. */
const outline = (items: Results) =>
  Object.fromEntries(
    items.map((item) => [
      item.title,
      item.type === "space" ? item.pages.map(({ path, rank }) => `${rank} ${path}`) : item.url,
    ]),
  );

describe("a search in a space", () => {
  testOrder("finds sections with their headings, best first, and no hidden page", async () => {
    const { items } = await searchSpace(createCall(), guide, { query: "walrus" });
    expect(items.map(({ path, rank }) => [path, rank])).toEqual([
      ["walrus", 1],
      ["group/inner", 2],
    ]);
    const [first, second] = items;
    expect(first).toMatchObject({ title: "Walrus", description: "About walruses", ancestors: [] });
    const sections = first?.sections ?? [];
    const [best] = sections;
    expect([best?.title, best?.path, best?.body]).toEqual([
      ...["Walrus teeth", "walrus#walrus-teeth", "A walrus has long teeth."],
    ]);
    expect(second).toMatchObject({
      ...{ title: "Inner", description: "", ancestors: [{ title: "Group" }] },
      sections: [{ id: second?.id, title: "Inner", path: "group/inner", body: "One walrus." }],
    });
    expect(first?.score).toBeGreaterThan(second?.score ?? 0);
    expect(first?.score).toBe(Math.max(...sections.map(({ score = 0 }) => score)));
    expect(best?.urls?.app).toMatch(/^http:\/\/tome\.example\.com\/_app\/.+#walrus-teeth$/);
  });

  test("continues after the last page of a list", async () => {
    const call = createCall();
    const one = await searchSpace(call, guide, { query: "walrus", limit: 1 });
    const two = await searchSpace(call, guide, {
      ...{ query: "walrus", limit: 1, page: one.next?.page ?? "" },
    });
    expect([...one.items, ...two.items].map(({ path }) => path)).toEqual([
      ...["walrus", "group/inner"],
    ]);
    expect(two.next).toBeUndefined();
    // A token of another search.
    const other = { query: "penguins", page: one.next?.page ?? "" };
    await expect(searchSpace(call, guide, other)).rejects.toMatchObject({ status: 400 });
  });

  test("continues with the results that remain if those of the previous page are gone", async () => {
    const { id } = await workspace.ok(admin, space.create, { organizationId: org, title: "Gone" });
    const pages = ["a", "b", "c"].map((slug) => ({ title: slug, slug, markdown: "A heron.\n" }));
    await publishPages(workspace, id, pages);
    const call = createCall();
    const first = await searchSpace(call, id, { query: "heron", limit: 1 });
    await publish(workspace, id, (tree) => ({
      ...tree,
      pages: tree.pages.filter((one) => one.id !== first.items[0]?.id),
    }));
    const page = first.next?.page ?? "";
    const rest = await searchSpace(call, id, { query: "heron", limit: 5, page });
    const paths = [...first.items, ...rest.items].map(({ path }) => path);
    expect([paths.toSorted(), rest.next]).toEqual([["a", "b", "c"], undefined]);
  });

  test.each(["", "  \n"])("is refused without a word (%j)", async (query) => {
    await expect(searchSpace(createCall(), guide, { query })).rejects.toMatchObject({
      status: 400,
    });
    const spaces = await listSpaces();
    const search = searchSpacesAnd(createCall(), spaces, "x", { query }, []);
    await expect(search).rejects.toMatchObject({ status: 400 });
  });

  test("finds misspelled words, and pages with any of several words", async () => {
    const find = async (query: string) =>
      (await searchSpace(createCall(), guide, { query })).items.map(({ path }) => path);
    expect(await find("wallrus")).toEqual(["walrus", "group/inner"]);
    expect((await find("mussels penguins")).toSorted()).toEqual(["some", "walrus"]);
    expect(await find("teeth mussels")).toEqual(["walrus"]);
    expect(await find("walrus mussels")).toEqual(["walrus"]);
    expect(await find("zzzz")).toEqual([]);
  });
});

describe("the sections of a page", () => {
  const find = async (query: string, claims?: object, spaceId = zoo) => {
    const call = createCall(claims && { site: "site", claims, previewer: undefined });
    const [row] = (await listSpaces()).filter(({ id }) => id === spaceId);
    const { items } = await searchSpaces(call, row ? [row] : [], "x", { query });
    return items.flatMap(({ pages }) => pages);
  };

  test("determine its position by the best of them", async () => {
    const pages = await find("otter");
    expect(pages.map(({ path }) => path)).toEqual(["often", "once"]);
    expect(pages[0]?.sections?.map(({ title }) => title)).toEqual(["Otter", "Rest"]);
  });

  test.each([
    ["badger", undefined],
    ["lemur", undefined],
    ["lemur", {}],
  ])(
    "are at most eight, in their order if they are equally good: %s, %j",
    async (query, claims) => {
      const [only] = await find(query, claims);
      expect(only?.sections?.map(({ id }) => id)).toEqual(
        Array.from({ length: 8 }, (_, at) => (at === 0 ? "part" : `part-${at}`)),
      );
    },
  );

  test.each([undefined, {}])("have at most 1000 characters for the claims %j", async (claims) => {
    const [only] = await find("meerkat", claims);
    expect(only?.sections?.map(({ body }) => body?.length)).toEqual([1000]);
  });

  test("of hidden content are no correction, although it is the nearest", async () => {
    expect((await find("zebrafishx"))[0]?.path).toBe("conditional");
    expect((await find("zebrafishax", {}))[0]?.path).toBe("conditional");
  });

  test.each<[string, object | undefined, readonly string[]]>([
    ["a member", undefined, ["both"]],
    ["a visitor who sees it", { staff: true }, ["both"]],
    ["a visitor who does not see it", {}, []],
  ])("of content with conditions are corrections for %s", async (_, claims, paths) => {
    expect((await find("unicornz", claims, faq)).map(({ path }) => path)).toEqual(paths);
  });
});

describe("a search in several spaces", () => {
  const records = [
    { id: "r1", title: "High", url: "https://a.example", score: 1000 },
    { id: "r3", title: "Equal", url: "https://c.example", score: 0 },
    { id: "r2", title: "Low", url: "https://b.example", score: 0 },
  ];

  testOrder("has the space with the best page first, among further results", async () => {
    const spaces = await listSpaces();
    const query = "walrus";
    const { items } = await searchSpacesAnd(createCall(), spaces, "x", { query }, records);
    expect(items.map(({ title }) => title)).toEqual(["High", "FAQ", "Guide", "Low", "Equal"]);
    expect(items.map(({ type }) => type)).toEqual([
      ...["record", "space", "space", "record", "record"],
    ]);
    expect(outline(items)).toMatchObject({
      ...{ FAQ: ["1 walrus"], Guide: ["2 walrus", "3 group/inner"], High: "https://a.example" },
    });
    expect(items.map(({ score }) => score)).toEqual(
      items.map(({ score }) => score).toSorted((one, other) => other - one),
    );
    expect(items[0]).toEqual({ ...records[0], type: "record", score: 1000 });
    const onlySpaces = (await searchSpaces(createCall(), spaces, "x", { query })).items;
    expect(onlySpaces).toEqual(items.filter(({ type }) => type === "space"));
    const first = await searchSpaces(createCall(), spaces, "x", { query, limit: 1 });
    const page = first.next?.page ?? "";
    const rest = await searchSpaces(createCall(), spaces, "x", { query, limit: 1, page });
    expect([...first.items, ...rest.items]).toEqual(onlySpaces);
  });

  testOrder("continues with the next result, also of the same score", async () => {
    const spaces = await listSpaces();
    const titles: string[] = [];
    let page: string | undefined;
    do {
      const options = { query: "walrus", limit: 1, ...(page !== undefined && { page }) };
      const result = await searchSpacesAnd(createCall(), spaces, "x", options, records);
      titles.push(...result.items.map(({ title }) => title));
      page = result.next?.page;
    } while (page !== undefined);
    expect(titles).toEqual(["High", "FAQ", "Guide", "Low", "Equal"]);
  });

  testOrder("of an organization covers the spaces that the user may see", async () => {
    const reader = await workspace.member(org, "read");
    const call = { ...createCall(), caller: reader };
    const titles = async () =>
      (await searchOrganization(call, org, "read", { query: "walrus" })).items.map(
        ({ title }) => title,
      );
    expect(await titles()).toEqual(["FAQ", "Guide"]);
    await workspace.ok(admin, space.update, { spaceId: faq, defaultLevel: null });
    expect(await titles()).toEqual(["Guide"]);
    await workspace.ok(admin, space.update, { spaceId: faq, defaultLevel: "inherit" });
    await workspace.ok(admin, space.remove, { spaceId: guide });
    expect(await titles()).toEqual(["FAQ"]);
    await workspace.ok(admin, space.restore, { spaceId: guide });
  });
});

describe("a search of a visitor", () => {
  const [beta, staff] = [{ beta: true }, { staff: true }];
  const [open, secret] = [
    "Penguins swim.\nOpen narwhals swim.",
    "Penguins swim.\nSecret narwhals dive.",
  ];
  test.each<[string, object, object, string[]]>([
    // Hidden text neither matches nor counts in the ranks.
    ["narwhals", {}, {}, []],
    ["narwhals", beta, { Guide: ["1 some"] }, [open]],
    ["narwhals", staff, { Guide: ["1 some"] }, [secret]],
    ["secret narwhals", staff, { Guide: ["1 some"] }, [secret]],
    ["secret", beta, {}, []],
    ["unicorns", {}, {}, []],
    // A hidden page with all words does not prevent the search for any of them.
    ["unicorns dolphins", {}, { FAQ: ["1 dolphins"] }, ["Dolphins here."]],
    // A corrected search for all words finds one page, although others have one of the words.
    ["walrsu mussels", {}, { Guide: ["1 walrus"] }, expect.anything()],
    // A search for any of the corrected words, because no page has all of them.
    ["pengiuns dolphisn", {}, { FAQ: ["1 dolphins"], Guide: ["2 some"] }, expect.anything()],
    ["unicorns dolphins", staff, { FAQ: ["1 both"] }, ["Text.\nUnicorns and dolphins."]],
    // Other forms of a word.
    ["narwhal", beta, { Guide: ["1 some"] }, [open]],
    ["swimming", beta, { Guide: ["1 some"] }, [open]],
    // A misspelled word is corrected by visible words.
    ["penguinxs", {}, { Guide: ["1 some"] }, ["Penguins swim."]],
    ["narwxhals", {}, {}, []],
    ["narwxhals", beta, { Guide: ["1 some"] }, [open]],
    // Only the matching sections of a page with conditions.
    ["lobsters", beta, { FAQ: ["1 long"] }, ["Lobsters."]],
    [
      "long",
      {},
      { FAQ: ["1 long"], Guide: ["2 walrus"] },
      ["", "", "Crabs.", "A walrus has long teeth."],
    ],
  ])(
    "for %s with the claims %j finds only visible text",
    async (query, claims, expected, texts) => {
      const visitor = { site: "site", claims, previewer: undefined };
      const spaces = await listSpaces();
      const { items } = await searchSpacesAnd(createCall(visitor), spaces, "x", { query }, []);
      expect(outline(items)).toEqual(expected);
      const bodies = items.flatMap((item) =>
        item.type === "space"
          ? item.pages.flatMap(({ sections = [] }) => sections.map(({ body }) => body))
          : [],
      );
      expect(bodies).toEqual(texts);
    },
  );

  test("of no space finds nothing", async () => {
    const visitor = { site: "site", claims: {}, previewer: undefined };
    for (const call of [createCall(), createCall(visitor)]) {
      const { items } = await searchSpacesAnd(call, [], "x", { query: "walrus" }, []);
      expect(items).toEqual([]);
    }
  });
});
