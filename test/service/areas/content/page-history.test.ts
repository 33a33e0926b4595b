import { beforeAll, describe, expect, test } from "vitest";
import { listPeriods, recordPaths } from "../../../../src/service/areas/content/page-history.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { page, tree } from "../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
beforeAll(async () => {
  fixture = await openSitesFixture();
});

async function openSpace() {
  const spaceId = await fixture.space("Guide");
  const siteId = await fixture.site();
  await fixture.add(siteId, spaceId);
  return spaceId;
}

/** Records a publication. @returns the former paths of the space, as `path page`, in order */
async function publish(space: string, before: ContentTree, after: ContentTree) {
  const { db } = fixture.workspace;
  const load = (content: ContentTree) => async () => content;
  await recordPaths(db, { space, loadBefore: load(before), loadAfter: load(after) });
  return listRows(space);
}

async function listRows(space: string) {
  const rows = await fixture.workspace.db
    .selectFrom("page_paths")
    .selectAll()
    .where("space_id", "=", space)
    .orderBy("position")
    .orderBy("page_id")
    .execute();
  const positions = [...new Set(rows.map(({ position }) => position))];
  return rows.map(
    ({ path, page_id, position }) => `${positions.indexOf(position)} ${page_id} /${path}`,
  );
}

describe("the former paths of pages", () => {
  const old = tree([
    page("a", { pages: [page("b"), page("c", { slug: "sea" })] }),
    page("g", { type: "group", pages: [page("d")] }),
    { ...page("l", { type: "link" }), slug: undefined } as never,
  ]);

  test.each<[string, ContentTree, ContentTree, readonly string[]]>([
    ["none without a change", old, old, []],
    ["none of the first pages", tree([]), old, []],
    [
      "those of a renamed page and the pages below it",
      old,
      tree([
        page("a", { slug: "new", pages: [page("b"), page("c", { slug: "sea" })] }),
        ...old.pages.slice(1),
      ]),
      ["0 a /a", "0 b /a/b", "0 c /a/sea"],
    ],
    [
      "that of a moved page",
      old,
      tree([page("a", { pages: [page("c", { slug: "sea" })] }), page("b"), ...old.pages.slice(1)]),
      ["0 b /a/b"],
    ],
    ["that of a deleted page", old, tree(old.pages.slice(0, 1)), ["0 d /g/d", "0 g /g"]],
    [
      "none of a page with another title",
      old,
      tree([
        { ...page("a"), title: "New", pages: old.pages[0]?.pages ?? [] },
        ...old.pages.slice(1),
      ]),
      [],
    ],
    [
      "an empty one for a new page",
      old,
      tree([...old.pages, page("n"), { ...page("m", { type: "link" }), slug: undefined } as never]),
      ["0 n /"],
    ],
  ])("include %s", async (_, before, after, expected) => {
    expect(await publish(await openSpace(), before, after)).toEqual(expected);
  });

  test("are stored for a space on a site now or before, and for no other space", async () => {
    const [before, after] = [tree([page("a")]), tree([page("a", { slug: "b" })])];
    const spaceId = await fixture.space("Guide");
    expect(await publish(spaceId, before, after)).toEqual([]);
    const onSite = await openSpace();
    const { db } = fixture.workspace;
    const { site_id } = await db
      .selectFrom("site_spaces")
      .select("site_id")
      .where("space_id", "=", onSite)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("site_paths")
      .values({ site_id, path: "guide", space_id: spaceId, since: 1, until: 2 })
      .execute();
    expect(await publish(spaceId, before, after)).toEqual(["0 a /a"]);
  });

  test("of many pages are all stored", async () => {
    const build = (start: string) =>
      tree(Array.from({ length: 201 }, (_, at) => page(`p${at}`, { slug: `${start}${at}` })));
    expect(await publish(await openSpace(), build("a"), build("b"))).toHaveLength(201);
  });
});

describe("the periods of a path", () => {
  const states = [
    tree([page("a"), page("x")]),
    // The page moves away, and another one takes its path.
    tree([page("a", { slug: "other" }), page("x")]),
    tree([page("a", { slug: "other" }), page("x"), page("b", { slug: "a" })]),
    tree([page("a", { slug: "third" }), page("x"), page("b", { slug: "a" })]),
  ];

  test("are those of each page that has or had it, the current one first", async () => {
    const space = await openSpace();
    const unrelated = await openSpace();
    await publish(unrelated, tree([page("x")]), tree([page("x", { slug: "a" })]));
    for (const [at, after] of states.slice(1).entries()) {
      await publish(space, states[at] ?? after, after);
    }
    const { db } = fixture.workspace;
    const rows = await db
      .selectFrom("page_paths")
      .select(["page_id", "position"])
      .where("space_id", "=", space)
      .orderBy("position")
      .execute();
    const [moved = 0, added = 0, again = 0] = rows.map(({ position }) => position);
    expect(rows.map(({ page_id }) => page_id)).toEqual(["a", "b", "a"]);
    const current = states[3] ?? tree([]);
    const list = async (path: string, content = current) =>
      (await listPeriods(db, space, content, path)).map(({ treePage, since, until }) => [
        treePage.page.id,
        since,
        until,
      ]);
    const now = Number.POSITIVE_INFINITY;
    expect(await list("a")).toEqual([
      ["b", added, now],
      ["a", 0, moved],
    ]);
    expect(await list("A")).toEqual(await list("a"));
    expect(await list("other")).toEqual([["a", moved, again]]);
    expect(await list("third")).toEqual([["a", again, now]]);
    expect(await list("x")).toEqual([["x", 0, now]]);
    expect(await list("nowhere")).toEqual([]);
    // A deleted page, and one without a path, have no period.
    expect(await list("other", tree([page("x")]))).toEqual([]);
    const linked = { ...page("a", { type: "link" }), slug: undefined } as never;
    expect(await list("other", tree([linked]))).toEqual([]);
  });
});
