/** The index of a space follows its content: each search finds the current pages. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import { indexSpace } from "../../../../../src/service/areas/content/search/index-space.ts";
import { findPages } from "../../../../../src/service/areas/content/search/search.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { withoutPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { getSearch } from "../../../../../src/service/database/search/search.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { publish, publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

test("a search finds the current titles, texts and values of the pages that are not hidden", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { db } = workspace;
  const input = { organizationId: org, title: "Guide" };
  const { id: spaceId } = await workspace.ok(admin, space.create, input);
  const readRow = () =>
    db
      .selectFrom("spaces")
      .select(["id", "revision_id", "language", "title"])
      .where("id", "=", spaceId)
      .executeTakeFirstOrThrow();
  const find = async (query: string) => {
    const row = await readRow();
    const matches = await findPages({ db, caller: admin }, [row], query);
    const { pages } = getTreeIndex(await readTree(db, row.revision_id));
    return matches.map(({ page }) => pages.get(page)?.page.title ?? "missing").toSorted();
  };
  await publishPages(workspace, spaceId, [
    { title: "Walrus", slug: "one", description: "Whiskers", markdown: "Ice.\n" },
    { title: "Seal", slug: "two", markdown: "Ice and walrus.\n" },
    {
      title: "Value",
      slug: "three",
      markdown:
        "It is `{{ space.vars.animal }}` {% if space.vars.isCold %}\nFreezing.\n{% endif %}\n",
    },
    { title: "Group", slug: "group", markdown: "Snow.\n" },
  ]);
  const ids = new Map(
    [...getTreeIndex(await readTree(db, (await readRow()).revision_id)).pages.values()].map(
      ({ page }) => [page.slug, page.id],
    ),
  );
  const change = (slug: string, fields: object) =>
    publish(workspace, spaceId, (tree) => withPage(tree, ids.get(slug) ?? "", fields));
  expect(await find("ice")).toEqual(["Seal", "Walrus"]);
  expect(await find("walrus")).toEqual(["Seal", "Walrus"]);
  expect(await find("whiskers")).toEqual(["Walrus"]);
  expect(await find("freezing")).toEqual(["Value"]);
  // An index of the current content stays as it is.
  await indexSpace(db, await readRow());
  expect(await find("ice")).toEqual(["Seal", "Walrus"]);
  await change("one", { title: "Otter", description: "Teeth" });
  expect(await find("walrus")).toEqual(["Seal"]);
  expect(await find("otter")).toEqual(["Otter"]);
  expect([await find("whiskers"), await find("teeth")]).toEqual([[], ["Otter"]]);
  await change("two", { hidden: true });
  expect(await find("walrus")).toEqual([]);
  expect(await find("ice")).toEqual(["Otter"]);
  await change("two", { hidden: false });
  expect(await find("ice")).toEqual(["Otter", "Seal"]);
  await change("group", { type: "group", document: undefined });
  expect(await find("snow")).toEqual([]);
  await publish(workspace, spaceId, (tree) => withoutPage(tree, ids.get("one") ?? ""));
  expect(await find("ice")).toEqual(["Seal"]);
  // A misspelled word is compared with the current words.
  expect(await find("otterr")).toEqual([]);
  // The language determines the forms of words.
  await workspace.ok(admin, space.update, { spaceId, language: "de" });
  expect(await find("ice")).toEqual(["Seal"]);
});

slowTest("pages below a hidden page are as hidden as in the table of contents", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const input = { organizationId: org, title: "Guide" };
  const { id: spaceId } = await workspace.ok(admin, space.create, input);
  await publishPages(workspace, spaceId, [
    {
      title: "Outer",
      slug: "outer",
      markdown: "Walrus.\n",
      pages: [
        {
          title: "Middle",
          slug: "middle",
          markdown: "Snow.\n",
          pages: [{ title: "Inner", slug: "inner", markdown: "Walrus and narwhal.\n" }],
        },
      ],
    },
    { title: "Other", slug: "other", markdown: "Walrus.\n" },
  ]);
  const search = async (query: string) => {
    const { items } = await workspace.ok(admin, space.search, { spaceId, query });
    return items.map(({ title }) => title).toSorted();
  };
  const hide = (slug: string, hidden: boolean) =>
    publish(workspace, spaceId, (tree) => {
      const { page } = findBySlug(tree, slug);
      return withPage(tree, page.id, { hidden });
    });
  expect(await search("walrus")).toEqual(["Inner", "Other", "Outer"]);
  await hide("outer", true);
  expect(await search("walrus")).toEqual(["Other"]);
  // The words of hidden pages are no corrections.
  expect(await search("narwhall")).toEqual([]);
  await hide("outer", false);
  await hide("middle", true);
  expect(await search("walrus")).toEqual(["Other", "Outer"]);
  await hide("middle", false);
  expect(await search("narwhall")).toEqual(["Inner"]);
});

function findBySlug(tree: ContentTree, slug: string) {
  const found = [...getTreeIndex(tree).pages.values()].find(({ page }) => page.slug === slug);
  if (found === undefined) throw new Error(slug);
  return found;
}

slowTest("only pages whose content, values or language changed are indexed again", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { db } = workspace;
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Guide",
  });
  const ids = await publishPages(workspace, spaceId, [
    { title: "One", slug: "one", markdown: "Xenon.\n" },
    { title: "Two", slug: "two", markdown: "Xenon.\n" },
    {
      title: "Value",
      slug: "value",
      markdown: 'Xenon in <code class="expression">space.title</code>.\n',
    },
    // Pages that are not found have no entry.
    { title: "Hidden", slug: "hidden", hidden: true, markdown: "Xenon.\n" },
    { title: "Link", slug: "link", target: { kind: "url", url: "https://example.com/" } },
  ]);
  const paths = new Map(Object.entries(ids).map(([path, id]) => [id, path]));
  /** Updates the index. @returns the paths of the pages that were indexed, and of all in the index */
  const index = async () => {
    await getSearch(db).findState(db, spaceId);
    await sql`update search_sections set heading = 'before' where space_id = ${spaceId}`.execute(
      db,
    );
    const row = await db
      .selectFrom("spaces")
      .select(["id", "revision_id", "language", "title"])
      .where("id", "=", spaceId)
      .executeTakeFirstOrThrow();
    await indexSpace(db, row);
    const { rows } = await sql<{ page: string; heading: string }>`
      select page_id as page, heading from search_sections where space_id = ${spaceId}`.execute(db);
    const list = (some: typeof rows) =>
      [...new Set(some.map(({ page }) => paths.get(page) ?? page))].sort();
    return { indexed: list(rows.filter(({ heading }) => heading !== "before")), all: list(rows) };
  };
  const change = (fields: object) =>
    publish(workspace, spaceId, (tree) => withPage(tree, ids.one ?? "", fields));
  const all = ["one", "two", "value"];
  const changes: readonly (readonly [() => Promise<unknown>, readonly string[]])[] = [
    [async () => undefined, all],
    [async () => undefined, []],
    [() => change({ title: "First" }), ["one"]],
    [() => change({ description: "Cold" }), ["one"]],
    [() => change({ emoji: "x" }), []],
    [() => workspace.ok(admin, space.update, { spaceId, title: "Manual" }), ["value"]],
    [() => workspace.ok(admin, space.update, { spaceId, language: "de" }), all],
  ];
  for (const [at, [run, indexed]] of changes.entries()) {
    await run();
    expect([at, await index()]).toEqual([at, { indexed, all }]);
  }
  await change({ hidden: true });
  expect(await index()).toEqual({ indexed: [], all: ["two", "value"] });
});
