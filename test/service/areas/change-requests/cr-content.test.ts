import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as comment from "../../../../src/contract/cr-comment.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import * as page from "../../../../src/contract/page.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("a page of a change request has its new content there, and not yet in the space", async () => {
  const desk = await openDeskIn(shared);
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

test("an unknown page, an unknown change request and a space of other users are not found", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = { spaceId, changeRequestId: await desk.begin(), pageId: "unknown" };
  expect(await workspace.refused(admin, crContent.page, ids)).toMatchObject({ status: 404 });
  const other = { ...ids, changeRequestId: "9" };
  expect(await workspace.refused(admin, crContent.page, other)).toMatchObject({ status: 404 });
  const guest = await desk.person(null);
  expect(await workspace.refused(guest, crContent.page, ids)).toMatchObject({ status: 404 });
});

test("all content of a change request can be read", async () => {
  const desk = await openDeskIn(shared);
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

slowTest(
  "the links of a change request are those of its content, including the links that it breaks",
  async () => {
    const desk = await openDeskIn(shared);
    const { workspace, admin, spaceId } = desk;
    const markdown = "[lost](lost.md) [guide](guide.md)";
    await desk.publish({ title: "Start", markdown }, { title: "Guide", markdown: "Words" });
    const id = await desk.begin();
    const ids = { spaceId, changeRequestId: id };
    const states = async (options: object = {}) => {
      const { items } = await workspace.ok(admin, crContent.links, { ...ids, ...options });
      return items.map(({ status }) => status);
    };
    expect(await states()).toEqual(["broken", "ok"]);
    const { pages } = await workspace.ok(admin, crContent.pages, ids);
    const [start = "", guide = ""] = pages.map((one) => one.id);
    await desk.edit(id, [
      { operation: "delete_page", page: guide },
      { operation: "insert_page", title: "More", document: { markdown: "[back](start.md)" } },
    ]);

    const { items, stats } = await workspace.ok(admin, crContent.links, ids);
    expect(items.map(({ status }) => status)).toEqual(["broken", "broken", "ok"]);
    expect(stats).toEqual({ total: 3, broken: { total: 2, changeRequest: 1 } });
    expect(await states({ brokenContext: "change-request" })).toEqual(["broken"]);
    expect(await states({ brokenContext: "space" })).toEqual(["broken"]);
    expect(await states({ status: "ok", brokenContext: "space" })).toEqual([]);

    const onPage = await workspace.ok(admin, crContent.pageLinks, { ...ids, pageId: start });
    expect(onPage.stats).toEqual({ total: 2, broken: { total: 2, changeRequest: 1 } });
    const to = await workspace.ok(admin, crContent.backlinks, { ...ids, pageId: start });
    expect(to.items).toMatchObject([
      { page: { title: "More" }, versionContext: { type: "changeRequest", changeRequest: { id } } },
    ]);
    const { app } = await desk.get(id).then(({ urls }) => urls);
    expect(JSON.stringify(to.items)).toContain(`"app":"${app}/page/`);
    const inSpace = await workspace.ok(admin, page.backlinks, { spaceId, pageId: start });
    expect(inSpace.items).toEqual([]);
  },
);

test("a file of a change request lists its uses", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const [pageId = ""] = await desk.publish({ title: "Start", markdown: "Words" });
  const id = await desk.begin();
  const ids = { spaceId, changeRequestId: id };
  const text = { name: "a.txt", contentType: "text/plain", base64: "aGk=" };
  await desk.edit(id, [{ operation: "insert_files", files: [text] }]);
  const { items: files } = await workspace.ok(admin, crContent.files, ids);
  const fileId = files[0]?.id ?? "";
  await desk.write(id, pageId, `[a](/files/${fileId})`);
  const { items } = await workspace.ok(admin, crContent.fileBacklinks, { ...ids, fileId });
  expect(items).toMatchObject([{ kind: "page", page: { id: pageId } }]);
  const none = { ...ids, fileId: "none" };
  expect(await workspace.refused(admin, crContent.fileBacklinks, none)).toMatchObject({
    status: 404,
  });
});

slowTest("contributors are the editors and commenters, with counts and latest times", async () => {
  const desk = await openDeskIn(shared);
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
