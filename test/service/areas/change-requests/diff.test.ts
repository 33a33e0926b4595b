import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as revision from "../../../../src/contract/revision.ts";
import * as space from "../../../../src/contract/space.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("the changes of a change request are listed by page and file", async () => {
  const desk = await openDeskIn(shared);
  const [first = "", second = "", third = ""] = await desk.publish(
    { title: "First", markdown: "One" },
    { title: "Second", markdown: "Two" },
    { title: "Third", markdown: "Three" },
  );
  const id = await desk.begin();
  const ids = { spaceId: desk.spaceId, changeRequestId: id };
  const told = (limit?: number) =>
    desk.workspace.ok(desk.admin, cr.changes, { ...ids, ...(limit !== undefined && { limit }) });
  expect(await told()).toEqual({ changes: [], conflicts: [] });
  await desk.edit(id, [
    { operation: "update_page", page: first, title: "Renamed" },
    { operation: "delete_page", page: second },
    { operation: "update_page", page: third, into: first },
    { operation: "insert_page", document: { markdown: "# Fresh" } },
    {
      operation: "insert_files",
      files: [{ name: "a.txt", contentType: "text/plain", base64: "aGVsbG8=" }],
    },
  ]);
  const { changes } = await told();
  expect(changes).toMatchObject([
    {
      type: "page_edited",
      page: { id: first, title: "Renamed", path: "first" },
      attributes: { title: { before: "First", after: "Renamed" } },
    },
    {
      type: "page_moved",
      page: { id: third, path: "first/third" },
      parent: { after: { id: first } },
    },
    { type: "page_created", page: { title: "Fresh", type: "document" } },
    { type: "page_deleted", page: { id: second, title: "Second" } },
    { type: "file_created", file: { name: "a.txt", contentType: "text/plain" } },
  ]);
  const few = await told(2);
  expect(few).toEqual({ changes: changes.slice(0, 2), more: 3, conflicts: [] });
  await desk.merge(id);
  expect((await told()).changes).toEqual(changes);
});

test("pulled changes are not changes of the change request", async () => {
  const desk = await openDeskIn(shared);
  const [first = ""] = await desk.publish({ title: "First", markdown: "One" });
  const id = await desk.begin();
  await desk.write(id, first, "Two");
  await desk.publish({ title: "Second", markdown: "Two" });
  await desk.pull(id);
  const asked = { spaceId: desk.spaceId, changeRequestId: id };
  const { changes } = await desk.workspace.ok(desk.admin, cr.changes, asked);
  expect(changes).toMatchObject([{ type: "page_edited", page: { id: first } }]);
});

test("conflicts of a merge are listed before it, and none once it is closed", async () => {
  const desk = await openDeskIn(shared);
  const [first = ""] = await desk.publish({ title: "First", markdown: "One" });
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  await desk.write(mine, first, "Two");
  await desk.write(theirs, first, "Three");
  await desk.merge(theirs);
  const told = (changeRequestId: string) =>
    desk.workspace.ok(desk.admin, cr.changes, { spaceId: desk.spaceId, changeRequestId });
  expect((await told(mine)).conflicts).toMatchObject([
    { kind: "page", id: first, reason: "edited" },
  ]);
  expect(await told(theirs)).not.toHaveProperty("conflicts");
});

test("a page is read as of a revision, but not of another space's revision", async () => {
  const desk = await openDeskIn(shared);
  const [first = ""] = await desk.publish({ title: "First", markdown: "One" });
  const { workspace, admin, spaceId } = desk;
  const { revision: earlier } = await workspace.ok(admin, space.get, { spaceId });
  const id = await desk.begin();
  await desk.write(id, first, "Two");
  await desk.merge(id);
  const asked = { spaceId, revisionId: earlier, pageId: first };
  expect(await workspace.ok(admin, revision.page, asked)).toMatchObject({ markdown: "One\n" });
  for (const [wrong, field] of [
    [{ pageId: "P1000000000000000000" }, "has no page P1000000000000000000"],
    [{ revisionId: "R1000000000000000000" }, "has no revision R1000000000000000000"],
  ] as const) {
    const answer = await workspace.ask(admin, revision.page, { ...asked, ...wrong });
    expect([answer.status, answer.message]).toEqual([404, expect.stringContaining(field)]);
  }
});
