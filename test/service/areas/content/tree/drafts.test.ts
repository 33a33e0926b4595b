import { beforeAll, expect, test } from "vitest";
import { writeMarkdown } from "../../../../../src/document/markdown.ts";
import { getDocuments } from "../../../../../src/service/areas/content/texts/documents.ts";
import { planDrafts, withDrafts } from "../../../../../src/service/areas/content/tree/drafts.ts";
import { presentDifference } from "../../../../../src/service/areas/content/tree/semantic-changes.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

let fixture: SitesFixture;
let spaceId: string;
beforeAll(async () => {
  fixture = await openSitesFixture();
  spaceId = await fixture.space("Guide");
});

const now = new Date("2026-03-02T08:00:00.000Z");
function createIds() {
  let count = 0;
  return () => `N${count++}`;
}

test("a draft is a document, a group or a link, after the existing pages", () => {
  const target = { kind: "url", url: "https://example.com" } as const;
  const time = now.toISOString();
  const times = { createdAt: time, updatedAt: time };
  const { tree: planned, texts } = planDrafts(
    { newId: createIds(), now },
    tree([page("old", { ...times })]),
    [
      { title: "Text", markdown: "One", emoji: "1f600", description: "D", hidden: true },
      { title: "Group", pages: [{ title: "In it", slug: "inner", markdown: "" }] },
      { title: "Both", markdown: "Two", pages: [{ title: "Empty" }] },
      { title: "Link", target, markdown: "Ignored" },
    ],
  );
  expect(planned.pages).toEqual([
    page("old", { ...times }),
    {
      ...{ id: "N0", type: "document", title: "Text", slug: "text", pages: [] },
      ...{ emoji: "1f600", description: "D", hidden: true, ...times },
    },
    {
      ...{ id: "N1", type: "group", title: "Group", slug: "group", ...times },
      pages: [{ id: "N2", type: "document", title: "In it", slug: "inner", pages: [], ...times }],
    },
    {
      ...{ id: "N3", type: "document", title: "Both", slug: "both", ...times },
      pages: [{ id: "N4", type: "document", title: "Empty", slug: "empty", pages: [], ...times }],
    },
    { id: "N5", type: "link", title: "Link", target, pages: [], ...times },
  ]);
  expect([...texts]).toEqual([
    ["N0", "One"],
    ["N2", ""],
    ["N3", "Two"],
  ]);
});

test("links between drafts are references", async () => {
  const { db } = fixture.workspace;
  const context = { db, now, newId: createIds() };
  const { pages } = await withDrafts(context, spaceId, tree([page("old", { document: "kept" })]), [
    { title: "One", markdown: "[two](folder/two.md)\n" },
    { title: "Folder", pages: [{ title: "Two", markdown: "[one](../one.md)\n" }] },
  ]);
  expect([pages[0]?.document, pages[2]?.document]).toEqual(["kept", undefined]);
  const hashes = [pages[1]?.document ?? "", pages[2]?.pages[0]?.document ?? ""];
  const documents = await getDocuments(db, spaceId, hashes);
  expect(hashes.map((hash) => writeMarkdown(documents.get(hash) ?? ({} as never)))).toEqual([
    "[two](/pages/N2)\n",
    "[one](/pages/N0)\n",
  ]);
});

test("differences are presented in order, up to a limit", async () => {
  const { workspace, admin } = fixture;
  const call = { db: workspace.db, now, base: "https://example.com", caller: admin } as never;
  const file = (id: string, hash = "1") => ({
    ...{ id, name: `${id}.txt`, contentType: "text/plain", hash: hash.repeat(64), size: 1 },
  });
  const before: ContentTree = tree(
    [page("a", { title: "A" }), page("b", { pages: [page("c")] }), page("d")],
    {
      files: [file("f1"), file("f2")],
      reusableContents: [
        { id: "r1", title: "One" },
        { id: "r2", title: "Two" },
      ],
      variables: { x: 1 },
    },
  );
  const after: ContentTree = tree(
    [page("a", { title: "New", pages: [page("c")] }), page("b"), page("e")],
    {
      files: [file("f1", "2"), file("f3")],
      reusableContents: [
        { id: "r1", title: "First" },
        { id: "r3", title: "Three" },
      ],
      variables: { x: 2 },
    },
  );
  const present = (limit?: number) => presentDifference(call, spaceId, before, after, limit);
  const buildPageResponse = (id: string, path: string, title = id) => ({
    id,
    type: "document",
    title,
    path,
  });
  const buildFileResponse = (id: string) => ({
    ...{ id, name: `${id}.txt`, contentType: "text/plain" },
    downloadURL: expect.stringMatching(/^https:\/\/example\.com\/.*f\d\.txt/),
  });
  const changes = [
    {
      ...{ type: "page_edited", page: buildPageResponse("a", "a", "New") },
      attributes: { title: { before: "A", after: "New" } },
    },
    {
      ...{ type: "page_moved", page: buildPageResponse("c", "a/c") },
      parent: { before: buildPageResponse("b", "b"), after: buildPageResponse("a", "a", "New") },
    },
    { type: "page_created", page: buildPageResponse("e", "e") },
    { type: "page_deleted", page: buildPageResponse("d", "d") },
    {
      ...{ type: "file_edited", file: buildFileResponse("f1") },
      attributes: { hash: { before: "1".repeat(64), after: "2".repeat(64) } },
    },
    { type: "file_created", file: buildFileResponse("f3") },
    { type: "file_deleted", file: buildFileResponse("f2") },
    {
      ...{ type: "reusable_content_edited", reusableContent: { id: "r1", title: "First" } },
      attributes: { title: { before: "One", after: "First" } },
    },
    { type: "reusable_content_created", reusableContent: { id: "r3", title: "Three" } },
    { type: "reusable_content_deleted", reusableContent: { id: "r2", title: "Two" } },
    { type: "variables_edited", variables: { x: { before: 1, after: 2 } } },
  ];
  expect(await present(11)).toEqual({ changes, more: undefined });
  expect(await present(10)).toEqual({ changes: changes.slice(0, 10), more: 1 });
  expect(await present()).toEqual(await present(10));
});
