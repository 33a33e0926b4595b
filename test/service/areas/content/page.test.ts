import { expect, test } from "vitest";
import * as page from "../../../../src/contract/page.ts";
import * as space from "../../../../src/contract/space.ts";
import { listNodes } from "../../../../src/document/walk.ts";
import {
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const workspace = shared;
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  return { workspace, org, admin, spaceId };
}

const guide = [
  { title: "Start", markdown: "# Hello\n\nSee [setup](guides/setup.md#install) and _more_.\n" },
  {
    title: "Guides",
    pages: [
      { title: "Setup", emoji: "🔧", description: "How to", markdown: "## Install\n\nText.\n" },
      { title: "Site", target: { kind: "url", url: "https://example.com/" } },
    ],
  },
] as const;

test("a new space has no pages", async () => {
  const { workspace, admin, spaceId } = await start();
  expect(await workspace.ok(admin, page.list, { spaceId })).toEqual({ pages: [] });
});

test("pages are listed as a tree, without their texts", async () => {
  const { workspace, admin, spaceId } = await start();
  await publishPages(workspace, spaceId, guide);
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages).toMatchObject([
    { type: "document", kind: "sheet", title: "Start", slug: "start", path: "start", pages: [] },
    {
      type: "group",
      kind: "group",
      path: "guides",
      pages: [
        { type: "document", path: "guides/setup", emoji: "🔧", description: "How to" },
        { type: "link", href: "https://example.com/" },
      ],
    },
  ]);
  expect(pages[0]).toMatchObject({
    layout: { width: "default", cover: true, pagination: true },
    createdAt: workspace.now.toISOString(),
  });
  for (const text of ["markdown", "document"]) expect(pages[0]).not.toHaveProperty(text);
});

test.each(["markdown", "document"] as const)("a group has no text as %s", async (format) => {
  const { workspace, admin, spaceId } = await start();
  const { guides: pageId = "" } = await publishPages(workspace, spaceId, guide);
  const read = await workspace.ok(admin, page.get, { spaceId, pageId, format });
  expect(read).toMatchObject({ id: pageId, type: "group" });
  for (const text of ["markdown", "document"]) expect(read).not.toHaveProperty(text);
});

test("a page is read by id and path, as Markdown or as a document", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  const pageId = ids.start ?? "";
  const markdown = await workspace.ok(admin, page.get, { spaceId, pageId });
  expect(markdown).toMatchObject({
    ...{ id: pageId, path: "start" },
    markdown: "# Hello\n\nSee [setup](guides/setup.md#install) and _more_.\n",
  });
  const byPath = await workspace.ok(admin, page.getByPath, { spaceId, pagePath: "guides/setup" });
  expect(byPath).toMatchObject({
    ...{ id: ids["guides/setup"], path: "guides/setup" },
    markdown: "## Install\n\nText.\n",
  });
  const asked = { spaceId, pageId, format: "document" } as const;
  const shown = await workspace.ok(admin, page.get, asked);
  expect(shown).not.toHaveProperty("markdown");
  expect(shown).toMatchObject({
    document: {
      object: "document",
      nodes: [
        { type: "heading-1", key: expect.any(String), meta: { id: "hello" } },
        { type: "paragraph" },
      ],
    },
  });
  const nowhere = { spaceId, pagePath: "guides/none" };
  expect(await workspace.refused(admin, page.getByPath, nowhere)).toMatchObject({ status: 404 });
  const unknown = { spaceId, pageId: "none" };
  expect(await workspace.refused(admin, page.get, unknown)).toMatchObject({ status: 404 });
});

test("a link to a page follows it when it moves, with its anchor", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  await publish(workspace, spaceId, (tree) => withPageMoved(tree, ids["guides/setup"] ?? "", {}));
  const moved = await workspace.ok(admin, page.get, { spaceId, pageId: ids.start ?? "" });
  expect(moved).toMatchObject({ markdown: expect.stringContaining("[setup](setup.md#install)") });
});

test("only a changed page has a new time, and keeps its creation time", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  const created = workspace.now.toISOString();
  workspace.passDays(1);
  await publish(workspace, spaceId, (tree) => withPage(tree, ids.start ?? "", { title: "Begin" }));
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
    [created, workspace.now.toISOString()],
    [created, created],
  ]);
  expect(await workspace.ok(admin, space.get, { spaceId })).toMatchObject({
    updatedAt: workspace.now.toISOString(),
  });
});

test("two pages with one name have distinct paths, and the first keeps its path", async () => {
  const { workspace, admin, spaceId } = await start();
  await publishPages(workspace, spaceId, [{ title: "A", markdown: "1" }]);
  await publishPages(workspace, spaceId, [{ title: "A", markdown: "2" }]);
  await publish(workspace, spaceId, (tree) => ({ ...tree, pages: tree.pages.toReversed() }));
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.map((one) => one.path)).toEqual(["a-1", "a"]);
});

test("expressions are evaluated on request", async () => {
  const { workspace, admin, spaceId } = await start();
  const code = (text: string) => `<code class="expression">${text}</code>`;
  const ids = await publishPages(workspace, spaceId, [
    {
      title: "A",
      markdown: `${code("space.vars.product")} ${code("visitor.claims.name")} ${code("1 +")}\n
{% if space.vars.beta %}
Beta.
{% endif %}

{% if !visitor.claims.plan %}
No plan.
{% endif %}
`,
    },
  ]);
  await publish(workspace, spaceId, (tree) => ({
    ...tree,
    variables: { product: "Lumen", beta: false },
  }));
  const read = async (evaluated?: "true" | "deterministic-only") => {
    const asked = { spaceId, pageId: ids.a ?? "", ...(evaluated && { evaluated }) };
    const shown = await workspace.ok(admin, page.get, asked);
    return shown.type === "document" ? shown.markdown : "";
  };
  expect(await read()).toContain("space.vars.product");
  expect(await read("true")).toBe(`Lumen  ${code("1 +")}\n\nNo plan.\n`);
  const some = await read("deterministic-only");
  expect(some).toContain(`Lumen ${code("visitor.claims.name")}`);
  expect(some).toContain("{% if !visitor.claims.plan %}");
  expect(some).not.toContain("Beta.");
});

test("for readers, a document has published block types, with links by id", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, [
    { title: "A", markdown: 'A note[^1].\n\n<p>See <a href="b.md">B</a>.</p>\n\n[^1]: Text.\n' },
    { title: "B", markdown: "b" },
  ]);
  const listTypes = async (evaluated: "true" | "false") => {
    const asked = { spaceId, pageId: ids.a ?? "", format: "document", evaluated } as const;
    const shown = await workspace.ok(admin, page.get, asked);
    if (shown.type !== "document" || !shown.document) throw new Error("It has no document.");
    const nodes = [...listNodes(shown.document)].map(({ node }) => node);
    return { types: nodes.flatMap(({ type }) => type ?? []), nodes };
  };
  const written = (await listTypes("false")).types;
  expect(written).toEqual([
    ...["paragraph", "footnote-reference", "html", "footnote-definition", "paragraph"],
  ]);
  const { types, nodes } = await listTypes("true");
  expect(types).toEqual([
    ...["paragraph", "annotation", "annotation-body", "paragraph", "paragraph", "link"],
  ]);
  expect(nodes.find(({ type }) => type === "link")?.data?.ref).toEqual({
    kind: "page",
    page: ids.b,
  });
});

test("the Git location of a page is returned unless excluded", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  const git = { oid: "0a1b", path: "docs/start.md" };
  const pageId = ids.start ?? "";
  await publish(workspace, spaceId, (tree) => withPage(tree, pageId, { git }));
  expect(await workspace.ok(admin, page.get, { spaceId, pageId })).toMatchObject({ git });
  const bare = await workspace.ok(admin, page.get, { spaceId, pageId, metadata: false });
  expect(bare).not.toHaveProperty("git");
});

test("the page tree requires access to the space", async () => {
  const { workspace, org, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  const reader = await workspace.member(org, "read");
  const pageId = ids.start ?? "";
  await workspace.ok(reader, page.get, { spaceId, pageId });
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const stranger = await workspace.person();
  for (const caller of [reader, stranger]) {
    for (const endpoint of [page.get, page.links, page.backlinks]) {
      const refused = await workspace.refused(caller, endpoint, { spaceId, pageId });
      expect(refused).toMatchObject({ status: 404 });
    }
    expect(await workspace.refused(caller, page.list, { spaceId })).toMatchObject({ status: 404 });
  }
});

test("the links of a page are listed with their targets", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, [
    ...guide,
    {
      title: "Links",
      markdown:
        "[a](start.md) [a again](./start.md) [b](guides/setup.md#none) [c](gone.md) <https://example.com>\n\n![d](none.png)\n",
    },
  ]);
  const asked = { spaceId, pageId: ids.links ?? "" };
  const { items, stats, unchecked } = await workspace.ok(admin, page.links, asked);
  expect(items.map(({ status, targetReference }) => [status, targetReference?.kind])).toEqual([
    ["ok", "page"],
    ["broken", "page"],
    ["broken", "url"],
    ["ok", "url"],
    ["broken", "url"],
  ]);
  expect(items[0]).toMatchObject({
    relation: "reference",
    targetReference: { page: { id: ids.start, pages: [] }, space: { id: spaceId } },
    locationReferences: [
      { kind: "page", page: { id: ids.links }, internalLocation: { type: "node" } },
    ],
  });
  // The page exists, the anchor does not.
  expect(items[1]?.targetReference).toMatchObject({
    page: { id: ids["guides/setup"] },
    internalLocation: { type: "anchor", anchor: "none" },
  });
  expect(stats).toEqual({ total: 5, broken: { total: 3 } });
  expect(unchecked).toEqual({ external: 1, inApp: 0 });
  const broken = await workspace.ok(admin, page.links, { ...asked, status: "broken", limit: 2 });
  expect(broken.items.map(({ status }) => status)).toEqual(["broken", "broken"]);
  expect(broken.stats).toEqual(stats);
  const rest = await workspace.ok(admin, page.links, {
    ...asked,
    status: "broken",
    page: broken.next?.page ?? "",
  });
  expect(rest.items).toHaveLength(1);
});

test("a page lists its backlinks, from other spaces too", async () => {
  const { workspace, org, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  const pageId = ids["guides/setup"] ?? "";
  const other = await workspace.ok(admin, space.create, { organizationId: org, title: "Other" });
  await publishPages(workspace, other.id, [
    { title: "Far", markdown: `[there](/spaces/${spaceId}/pages/${pageId})` },
  ]);
  const asked = { spaceId, pageId };
  const { items } = await workspace.ok(admin, page.backlinks, asked);
  const positions = items.map((item) =>
    item.kind === "page" ? [item.page.title, item.space.title] : [],
  );
  expect(positions).toEqual([
    ["Start", "Untitled"],
    ["Far", "Other"],
  ]);
  await workspace.ok(admin, space.update, { spaceId: other.id, defaultLevel: null });
  const reader = await workspace.member(org, "read");
  const seen = await workspace.ok(reader, page.backlinks, asked);
  expect(seen.items).toHaveLength(1);
});

test("deleting a page breaks the links to it", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, guide);
  await publish(workspace, spaceId, (tree) => withoutPage(tree, ids["guides/setup"] ?? ""));
  const { items } = await workspace.ok(admin, page.links, { spaceId, pageId: ids.start ?? "" });
  expect(items.map(({ status }) => status)).toEqual(["broken"]);
});
