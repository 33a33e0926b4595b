import { expect, test } from "vitest";
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
