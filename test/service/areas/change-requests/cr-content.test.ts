import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as comment from "../../../../src/contract/cr-comment.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import * as page from "../../../../src/contract/page.ts";
import { openDesk } from "../../../support/changes.ts";

test("A page of a change request says what it says there, and not yet in the space", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const [pageId = ""] = await desk.publish({ title: "Start", markdown: "Old words" });
  const changeRequestId = await desk.begin();
  await desk.write(changeRequestId, pageId, "New **words**");
  const ids = { spaceId, changeRequestId: "2", pageId };
  expect(await workspace.ok(admin, crContent.page, ids)).toMatchObject({
    id: pageId,
    title: "Start",
    markdown: "New **words**\n",
  });
  const there = await workspace.ok(admin, page.get, { spaceId, pageId });
  expect(there).toMatchObject({ markdown: "Old words\n" });
  const form = { ...ids, format: "document" } as const;
  expect(await workspace.ok(admin, crContent.page, form)).toHaveProperty("document");
});

test("An unknown page, an unknown change request and a space of others are not found", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const ids = { spaceId, changeRequestId: await desk.begin(), pageId: "unknown" };
  expect(await workspace.refused(admin, crContent.page, ids)).toMatchObject({ status: 404 });
  const other = { ...ids, changeRequestId: "9" };
  expect(await workspace.refused(admin, crContent.page, other)).toMatchObject({ status: 404 });
  const guest = await desk.person(null);
  expect(await workspace.refused(guest, crContent.page, ids)).toMatchObject({ status: 404 });
});

test("All content of a change request is read as it is there", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  await desk.publish({ title: "Start", markdown: "Old words" });
  const id = await desk.begin();
  await desk.edit(id, [
    { operation: "insert_page", title: "More", document: { markdown: "More words" } },
    {
      operation: "insert_files",
      files: [{ name: "a.txt", contentType: "text/plain", base64: "aGk=" }],
    },
  ]);
  const ids = { spaceId, changeRequestId: "2" };
  const { pages } = await workspace.ok(admin, crContent.pages, ids);
  expect(pages.map(({ title }) => title)).toEqual(["Start", "More"]);
  const byPath = await workspace.ok(admin, crContent.pageByPath, { ...ids, pagePath: "more" });
  expect(byPath).toMatchObject({ title: "More", markdown: "More words\n" });
  const whole = await workspace.ok(admin, crContent.get, ids);
  expect(whole).toMatchObject({ id: (await desk.get(id)).revision, pages: [{}, {}] });
  const { items } = await workspace.ok(admin, crContent.files, ids);
  expect(items).toMatchObject([{ name: "a.txt", size: 2 }]);
  const fileId = items[0]?.id ?? "";
  expect(await workspace.ok(admin, crContent.file, { ...ids, fileId })).toEqual(items[0]);
  const pageId = byPath.id;
  expect(await workspace.ok(admin, crContent.metaLinks, { ...ids, pageId })).toEqual({});
  const absent = { ...ids, reusableContentId: "none" };
  const { message } = await workspace.refused(admin, crContent.reusableContent, absent);
  expect(message).toContain("Change request 2 has no reusable content none");
});

test("Contributors are who edited or commented, how often and when last", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const [pageId = ""] = await desk.publish({ title: "Start", markdown: "Old words" });
  const changeRequestId = await desk.begin();
  const ids = { spaceId, changeRequestId };
  expect((await workspace.ok(admin, cr.contributors, ids)).items).toEqual([]);
  const editor = await desk.person("edit");
  await desk.write(changeRequestId, pageId, "One", editor);
  await desk.write(changeRequestId, pageId, "Two", editor);
  workspace.passDays(1);
  await desk.publish({ title: "Meanwhile", markdown: "Elsewhere" });
  await desk.pull(changeRequestId);
  await desk.write(changeRequestId, pageId, "Three", admin);
  workspace.passDays(1);
  await workspace.ok(editor, comment.create, { ...ids, body: { markdown: "Better?" } });
  const { items } = await workspace.ok(admin, cr.contributors, ids);
  expect(items.map(({ user, actionType, count }) => [user.id, actionType, count])).toEqual([
    [editor, "comment", 1],
    [admin, "edit", 1],
    [editor, "edit", 2],
  ]);
  expect(items.map(({ updatedAt }) => updatedAt.slice(0, 10))).toEqual([
    "2026-03-04",
    "2026-03-03",
    "2026-03-02",
  ]);
  // They stay after the merge.
  await desk.merge(changeRequestId);
  expect((await workspace.ok(admin, cr.contributors, ids)).items).toEqual(items);
});
