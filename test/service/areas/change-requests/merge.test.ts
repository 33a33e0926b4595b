import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import { readRevision, readTree } from "../../../../src/service/areas/content/revisions.ts";
import { openDesk } from "../../../support/changes.ts";

async function start() {
  const desk = await openDesk();
  const [page = "", other = ""] = await desk.publish(
    { title: "Start", markdown: "Old words" },
    { title: "Other", markdown: "Other words" },
  );
  return { desk, page, other };
}

test("A merge brings the pages of the change request and notes where it came from", async () => {
  const { desk, page } = await start();
  const { workspace, admin } = desk;
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  const before = await desk.mainRevision();
  const { revision: proposed } = await desk.get(id);
  workspace.passDays(1);
  const { revision } = await desk.merge(id);
  expect(await desk.pages(revision)).toEqual(["start: New words", "other: Other words"]);
  expect(await readRevision(workspace.db, revision)).toMatchObject({
    type: "merge",
    parents: [before, proposed],
    mergedFrom: id,
    createdBy: admin,
  });
});

test("Nothing of the space changes before the merge", async () => {
  const { desk, page } = await start();
  const before = await desk.mainRevision();
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  expect(await desk.mainRevision()).toBe(before);
  expect(await desk.pages(before)).toEqual(["start: Old words", "other: Other words"]);
});

test("Changes to different pages are both had, whichever is merged first", async () => {
  const { desk, page, other } = await start();
  const [first, second] = [await desk.begin(), await desk.begin()];
  await desk.write(first, page, "New words");
  await desk.write(second, other, "Newer words");
  await desk.merge(first);
  expect((await desk.get(second)).outdated).toBe(true);
  const { revision, result } = await desk.merge(second);
  expect(result).toBe("merge");
  expect(await desk.pages(revision)).toEqual(["start: New words", "other: Newer words"]);
});

test("A change request is outdated when the space has moved on, until it pulls", async () => {
  const { desk, page } = await start();
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  expect((await desk.get(mine)).outdated).toBe(false);
  await desk.write(theirs, page, "Their words");
  await desk.merge(theirs);
  expect((await desk.get(mine)).outdated).toBe(true);
  expect((await desk.get(theirs)).outdated).toBe(false);
  // Without changes of its own it goes along.
  expect(await desk.pull(mine)).toEqual({ revision: await desk.mainRevision(), result: "update" });
  expect((await desk.get(mine)).outdated).toBe(false);
});

test("Pulling where nothing is new changes nothing", async () => {
  const { desk, page } = await start();
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  const before = await desk.get(id);
  desk.workspace.passDays(1);
  expect(await desk.pull(id)).toEqual({ revision: before.revision, result: "update" });
  expect(await desk.get(id)).toEqual(before);
});

test("A pull keeps its own changes and is an update with both as parents", async () => {
  const { desk, page, other } = await start();
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  await desk.write(mine, page, "My words");
  await desk.write(theirs, other, "Their words");
  const { revision: main } = await desk.merge(theirs);
  const { revision: before } = await desk.get(mine);
  const { revision } = await desk.pull(mine);
  expect(await desk.pages(revision)).toEqual(["start: My words", "other: Their words"]);
  expect(await readRevision(desk.workspace.db, revision)).toMatchObject({
    type: "update",
    parents: [before, main],
  });
});

test("Two people edit the same page: one merges, the other learns of the conflict and loses nothing", async () => {
  const { desk, page } = await start();
  const { workspace, spaceId } = desk;
  const [ada, ben] = [await desk.person("review"), await desk.person("review")];
  const [hers, his] = [await desk.begin("Hers", ada), await desk.begin("His", ben)];
  await desk.write(hers, page, "Ada's words", ada);
  await desk.write(his, page, "Ben's words", ben);
  await desk.merge(hers, ada);
  const main = await desk.mainRevision();
  const before = await desk.get(his);

  const ids = { spaceId, changeRequestId: his };
  const message = `page "Start" (${page}, edited)`;
  for (const endpoint of [cr.pull, cr.merge]) {
    await expect(workspace.ok(ben, endpoint, ids)).rejects.toThrow(message);
  }
  expect((await workspace.ok(ben, cr.changes, ids)).conflicts).toEqual([
    {
      kind: "page",
      id: page,
      title: "Start",
      path: "start",
      reason: "edited",
      fields: ["document"],
    },
  ]);
  expect(await desk.get(his)).toEqual(before);
  expect(await desk.mainRevision()).toBe(main);
  expect(await desk.pages(main)).toContain("start: Ada's words");
  const asked = { ...ids, pageId: page };
  expect(await workspace.ok(ben, crContent.page, asked)).toMatchObject({
    markdown: "Ben's words\n",
  });

  // Ben takes Ada's page, pulls, and writes the same words again on top of it.
  const take = { operation: "revert_page", page, revision: main } as const;
  await desk.edit(his, [take], ben);
  expect((await workspace.ok(ben, cr.pull, ids)).result).toBe("update");
  await desk.write(his, page, "Ada's words, and Ben's", ben);
  expect((await desk.merge(his, ben)).result).toBe("merge");
  expect(await desk.pages(await desk.mainRevision())).toContain("start: Ada's words, and Ben's");
});

test("A page deleted on one side and edited on the other is a conflict that names it", async () => {
  const { desk, page } = await start();
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  await desk.write(mine, page, "My words");
  await desk.edit(theirs, [{ operation: "delete_page", page }]);
  await desk.merge(theirs);
  await expect(desk.merge(mine)).rejects.toThrow(`page "Start" (${page}, deleted)`);
});

test("A pull leaves the pages of the space their addresses, and so does the merge after it", async () => {
  const { desk } = await start();
  const { workspace } = desk;
  const insert = (id: string) =>
    desk.edit(id, [{ operation: "insert_page", title: "Guide", document: { markdown: id } }]);
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  await insert(mine);
  await insert(theirs);
  await desk.merge(theirs);
  const old = await desk.pages(await desk.mainRevision());
  expect(old).toContain(`guide: ${theirs}`);
  const { revision: pulled } = await desk.pull(mine);
  expect((await desk.pages(pulled)).toSorted()).toEqual([...old, `guide-1: ${mine}`].toSorted());
  // What the change request never touched is no reason for a conflict either.
  const removing = await desk.begin();
  const [page] = (await readTree(workspace.db, pulled)).pages.filter(
    ({ slug }) => slug === "guide",
  );
  await desk.edit(removing, [{ operation: "delete_page", page: page?.id ?? "" }]);
  await desk.merge(removing);
  const { revision, result } = await desk.merge(mine);
  expect(result).toBe("merge");
  expect(await desk.pages(revision)).toContain(`guide-1: ${mine}`);
});
