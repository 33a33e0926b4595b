/** The content of a space in an earlier revision, and the changes of a revision. */
import { expect, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import * as file from "../../../../src/contract/file.ts";
import * as page from "../../../../src/contract/page.ts";
import * as revision from "../../../../src/contract/revision.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { withoutPage, withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import {
  page as buildPage,
  publish,
  publishPages,
} from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = await publishPages(workspace, spaceId, [
    { title: "Start", markdown: "Old words\n" },
    { title: "Gone", markdown: "Will be deleted\n" },
  ]);
  const old = await publish(workspace, spaceId, async (tree, { db }) => {
    const document = await putDocument(db, spaceId, parseMarkdown("Mind the gap\n"));
    const logo = await putFile(db, spaceId, Buffer.from("old bytes"));
    return {
      ...tree,
      files: [{ id: "logo", name: "logo.txt", contentType: "text/plain", ...logo }],
      reusableContents: [{ id: "notice", title: "Notice", document }],
    };
  });
  const gone = ids.gone ?? "";
  await publish(workspace, spaceId, (tree) => ({ ...withoutPage(tree, gone), files: [] }));
  const { org } = desk;
  return { workspace, org, admin, spaceId, start: ids.start ?? "", gone, revisionId: old.id };
}

test("a revision keeps its pages, by id and path, after they are deleted from the space", async () => {
  const { workspace, admin, spaceId, revisionId, gone } = await start();
  const ids = { spaceId, revisionId };
  const { pages } = await workspace.ok(admin, revision.pages, ids);
  expect(pages.map(({ title }) => title)).toEqual(["Start", "Gone"]);
  const text = { id: gone, markdown: "Will be deleted\n" };
  expect(await workspace.ok(admin, revision.page, { ...ids, pageId: gone })).toMatchObject(text);
  const path = { ...ids, pagePath: "gone" };
  expect(await workspace.ok(admin, revision.pageByPath, path)).toMatchObject(text);
  const document = await workspace.ok(admin, revision.pageDocument, { ...ids, pageId: gone });
  expect(document).toMatchObject({ object: "document", nodes: [{ type: "paragraph" }] });
  const now = await workspace.refused(admin, page.get, { spaceId, pageId: gone });
  expect(now).toMatchObject({ status: 404 });
});

test("a revision keeps its files and reusable content", async () => {
  const { workspace, admin, spaceId, revisionId } = await start();
  const ids = { spaceId, revisionId };
  const { items } = await workspace.ok(admin, revision.files, ids);
  expect(items).toMatchObject([{ id: "logo", name: "logo.txt", size: 9 }]);
  const shown = await workspace.ok(admin, revision.file, { ...ids, fileId: "logo" });
  expect(shown).toEqual(items[0]);
  const gone = await workspace.refused(admin, file.get, { spaceId, fileId: "logo" });
  expect(gone.message).toContain("The space has no file logo");
  const notice = { ...ids, reusableContentId: "notice" };
  const kept = await workspace.ok(admin, revision.reusableContent, notice);
  expect(kept).toMatchObject({ id: "notice", title: "Notice", document: expect.any(String) });
  const document = await workspace.ok(admin, revision.reusableContentDocument, notice);
  expect(JSON.stringify(document)).toContain("Mind the gap");
  const current = { spaceId, reusableContentId: "notice" };
  expect(await workspace.ok(admin, content.reusableContent, current)).toEqual(kept);
  const documentId = kept.document ?? "";
  expect(await workspace.ok(admin, content.document, { spaceId, documentId })).toEqual(document);
});

test("a document is returned by id only to users who can see its space", async () => {
  const { workspace, org, admin, spaceId, start: pageId } = await start();
  const shown = await workspace.ok(admin, page.get, { spaceId, pageId });
  const documentId = String("documentId" in shown ? shown.documentId : "");
  const guest = await workspace.member(org, null);
  const asked = { spaceId, documentId };
  expect(await workspace.refused(guest, content.document, asked)).toMatchObject({ status: 404 });
  const unknown = await workspace.refused(admin, content.document, { spaceId, documentId: "x" });
  expect(unknown.message).toContain("no document x");
});

test("the changes of a revision are relative to the previous one, with the merge as source", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const [pageId = ""] = await desk.publish({ title: "Start", markdown: "Old" });
  const first = await desk.mainRevision();
  const id = await desk.begin("Better words");
  await desk.edit(id, [
    { operation: "update_page", page: pageId, document: { markdown: "New" } },
    { operation: "insert_page", title: "More", document: { markdown: "More" } },
  ]);
  const { revision: revisionId } = await desk.merge(id);
  const { changes, mergedFrom } = await workspace.ok(admin, revision.changes, {
    spaceId,
    revisionId,
  });
  expect(changes.map(({ type }) => type)).toEqual(["page_edited", "page_created"]);
  expect(mergedFrom).toMatchObject({ id, subject: "Better words" });
  const one = await workspace.ok(admin, revision.changes, { spaceId, revisionId, limit: 1 });
  expect(one).toMatchObject({ changes: [{ type: "page_edited" }], more: 1 });
  const parents = (await workspace.ok(admin, revision.get, { spaceId, revisionId: first })).parents;
  const beginning = { spaceId, revisionId: parents[0] ?? "" };
  const { changes: none } = await workspace.ok(admin, revision.changes, beginning);
  expect(none).toEqual([]);
});

test("the document of a page or reusable content has its links in tables and its expressions", async () => {
  const { workspace, spaceId, admin } = await openDeskIn(shared);
  const title = '<code class="expression">page.title</code>';
  const write = (url: string) =>
    parseMarkdown(
      `<table><thead><tr><th><a href="${url}">x</a></th></tr></thead></table>\n\n${title}`,
    );
  const { start = "" } = await publishPages(workspace, spaceId, [{ title: "Start", markdown: "" }]);
  const { id } = await publish(workspace, spaceId, async (tree, { db }) => ({
    ...tree,
    pages: [
      ...tree.pages,
      buildPage("inner", {
        title: "Inner title",
        document: await putDocument(db, spaceId, write("README.md")),
      }),
    ],
    reusableContents: [
      {
        ...{ id: "notice", title: "Notice" },
        document: await putDocument(db, spaceId, write("../../README.md")),
      },
    ],
  }));
  const ids = { spaceId, revisionId: id };
  const notice = { ...ids, reusableContentId: "notice" };
  for (const [evaluated, ofPage, ofReusable] of [
    ["false", "page.title", "page.title"],
    ["true", "Inner title", undefined],
  ] as const) {
    for (const [document, expected] of [
      [
        await workspace.ok(admin, revision.pageDocument, { ...ids, pageId: "inner", evaluated }),
        ofPage,
      ],
      [
        await workspace.ok(admin, revision.reusableContentDocument, { ...notice, evaluated }),
        ofReusable,
      ],
    ] as const) {
      const text = JSON.stringify(document);
      expect(text).toContain(`{"ref":{"kind":"page","page":"${start}"}}`);
      expect(/page\.title|Inner title/.exec(text)?.[0]).toBe(expected);
    }
  }
  // Without a page, URLs remain as they are.
  const { document: documentId = "" } = await workspace.ok(admin, revision.reusableContent, notice);
  const alone = JSON.stringify(
    await workspace.ok(admin, content.document, { spaceId, documentId }),
  );
  expect(alone).toContain('{"ref":{"kind":"url","url":"../../README.md"}}');
  expect(alone).toContain("page.title");
});

test("an unknown revision, and one of another space, is not found", async () => {
  const { workspace, admin, spaceId, revisionId } = await start();
  const other = await openDeskIn(shared);
  for (const asked of [
    { spaceId, revisionId: "unknown" },
    { spaceId, revisionId: await other.mainRevision() },
  ]) {
    const { message } = await workspace.refused(admin, revision.pages, asked);
    expect(message).toContain(`no revision ${asked.revisionId}`);
  }
  const pageId = { spaceId, revisionId, pageId: "unknown" };
  const { message } = await workspace.refused(admin, revision.pageDocument, pageId);
  expect(message).toContain(`Revision ${revisionId} has no page unknown`);
});

test("alternate links of a page are read from its front matter", async () => {
  const { workspace, admin, spaceId, start: pageId, gone } = await start();
  const { id: revisionId } = await publish(workspace, spaceId, (tree) =>
    withPage(tree, pageId, {
      frontMatter: {
        metaLinks: {
          canonical: "https://example.com/start",
          alternates: ["README.md", "https://example.com/de/start", "missing.md", "mailto:a@b.c"],
        },
      },
    }),
  );
  expect(await workspace.ok(admin, page.metaLinks, { spaceId, pageId })).toEqual({
    canonical: { kind: "url", url: "https://example.com/start" },
    alternates: [
      { kind: "page", page: pageId },
      { kind: "url", url: "https://example.com/de/start" },
    ],
  });
  const same = await workspace.ok(admin, revision.metaLinks, { spaceId, revisionId, pageId });
  expect(same.alternates).toHaveLength(2);
  const deleted = await workspace.refused(admin, page.metaLinks, { spaceId, pageId: gone });
  expect(deleted).toMatchObject({ status: 404 });
});
