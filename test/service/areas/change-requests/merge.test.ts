import { describe, expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import type { Input } from "../../../../src/contract/endpoint.ts";
import { readRevision, readTree } from "../../../../src/service/areas/content/revisions.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const desk = await openDeskIn(shared);
  const [page = "", other = ""] = await desk.publish(
    { title: "Start", markdown: "Old words" },
    { title: "Other", markdown: "Other words" },
  );
  return { desk, page, other };
}

test("a merge publishes the pages of the change request and records its source", async () => {
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

test("the space does not change before the merge", async () => {
  const { desk, page } = await start();
  const before = await desk.mainRevision();
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  expect(await desk.mainRevision()).toBe(before);
  expect(await desk.pages(before)).toEqual(["start: Old words", "other: Other words"]);
});

test("changes of different pages are both kept in either merge order", async () => {
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

test("a change request is outdated when the space has changed, until it pulls", async () => {
  const { desk, page } = await start();
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  expect((await desk.get(mine)).outdated).toBe(false);
  await desk.write(theirs, page, "Their words");
  await desk.merge(theirs);
  expect((await desk.get(mine)).outdated).toBe(true);
  expect((await desk.get(theirs)).outdated).toBe(false);
  // Without its own changes it follows the space.
  expect(await desk.pull(mine)).toEqual({ revision: await desk.mainRevision(), result: "update" });
  expect((await desk.get(mine)).outdated).toBe(false);
});

test("a pull without new changes does nothing", async () => {
  const { desk, page } = await start();
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  const before = await desk.get(id);
  desk.workspace.passDays(1);
  expect(await desk.pull(id)).toEqual({ revision: before.revision, result: "update" });
  expect(await desk.get(id)).toEqual(before);
});

test("a pull keeps the changes and is an update with both parents", async () => {
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

slowTest(
  "two users edit the same page: one merges, and the other gets the conflict and loses nothing",
  async () => {
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
    const message = `page "Start" (${page}, edited in paragraph `;
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
        blocks: [
          {
            id: expect.any(String),
            type: "paragraph",
            reason: "edited",
            base: "Old words",
            space: "Ada's words",
            changeRequest: "Ben's words",
          },
        ],
      },
    ]);
    expect(await desk.get(his)).toEqual(before);
    expect(await desk.mainRevision()).toBe(main);
    expect(await desk.pages(main)).toContain("start: Ada's words");
    const asked = { ...ids, pageId: page };
    expect(await workspace.ok(ben, crContent.page, asked)).toMatchObject({
      markdown: "Ben's words\n",
    });

    // Ben merges Ada's page, pulls, and writes the same words again.
    const take = { operation: "revert_page", page, revision: main } as const;
    await desk.edit(his, [take], ben);
    expect((await workspace.ok(ben, cr.pull, ids)).result).toBe("update");
    await desk.write(his, page, "Ada's words, and Ben's", ben);
    expect((await desk.merge(his, ben)).result).toBe("merge");
    expect(await desk.pages(await desk.mainRevision())).toContain("start: Ada's words, and Ben's");
  },
);

test("a page deleted on one side and edited on the other is a conflict that names it", async () => {
  const { desk, page } = await start();
  const [mine, theirs] = [await desk.begin(), await desk.begin()];
  await desk.write(mine, page, "My words");
  await desk.edit(theirs, [{ operation: "delete_page", page }]);
  await desk.merge(theirs);
  await expect(desk.merge(mine)).rejects.toThrow(`page "Start" (${page}, deleted)`);
});

slowTest(
  "a pull keeps the paths of the space's pages, and so does the following merge",
  async () => {
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
    // Pages that the change request never edited cause no conflict either.
    const removing = await desk.begin();
    const [page] = (await readTree(workspace.db, pulled)).pages.filter(
      ({ slug }) => slug === "guide",
    );
    await desk.edit(removing, [{ operation: "delete_page", page: page?.id ?? "" }]);
    await desk.merge(removing);
    const { revision, result } = await desk.merge(mine);
    expect(result).toBe("merge");
    expect(await desk.pages(revision)).toContain(`guide-1: ${mine}`);
  },
);

const three = (...words: string[]) =>
  `Install the ${words[0]} now.\n\nStart the ${words[1]} now.\n\nStop the ${words[2]} now.`;

/** Two change requests that edit the same page; the first one is merged. */
async function startWithTexts(base: string, published: string, proposed: string) {
  const desk = await openDeskIn(shared);
  const [page = ""] = await desk.publish({ title: "Start", markdown: base });
  const [first, second] = [await desk.begin(), await desk.begin()];
  await desk.write(first, page, published);
  await desk.write(second, page, proposed);
  await desk.merge(first);
  const ids = { spaceId: desk.spaceId, changeRequestId: second };
  return { desk, page, second, ids };
}

describe("merges within a page", () => {
  slowTest("a merge and a pull have the edits of both sides in different blocks", async () => {
    const texts = [three("a", "b", "c"), three("a1", "b", "c"), three("a", "b", "c2")] as const;
    const merging = await startWithTexts(...texts);
    const { revision } = await merging.desk.merge(merging.second);
    expect(await merging.desk.pages(revision)).toEqual([`start: ${three("a1", "b", "c2")}`]);
    const pulling = await startWithTexts(...texts);
    const pulled = await pulling.desk.pull(pulling.second);
    expect(await pulling.desk.pages(pulled.revision)).toEqual([`start: ${three("a1", "b", "c2")}`]);
    await pulling.desk.merge(pulling.second);
    expect(await pulling.desk.pages(await pulling.desk.mainRevision())).toEqual([
      `start: ${three("a1", "b", "c2")}`,
    ]);
  });

  slowTest(
    "blocks that both sides add at one place have the same order after a pull and a merge",
    async () => {
      const texts = ["A", "A\n\nPublished", "A\n\nProposed"] as const;
      const merging = await startWithTexts(...texts);
      const { revision } = await merging.desk.merge(merging.second);
      const pulling = await startWithTexts(...texts);
      const pulled = await pulling.desk.pull(pulling.second);
      const expected = ["start: A\n\nPublished\n\nProposed"];
      expect(await merging.desk.pages(revision)).toEqual(expected);
      expect(await pulling.desk.pages(pulled.revision)).toEqual(expected);
    },
  );

  slowTest(
    "each block in conflict is resolved with its own choice, and the rest is merged",
    async () => {
      const { desk, page, ids } = await startWithTexts(
        three("a", "b", "c"),
        three("a1", "b1", "c1"),
        three("a2", "b2", "c"),
      );
      const [conflict] = (await desk.workspace.ok(desk.admin, cr.changes, ids)).conflicts ?? [];
      const [one, two] = conflict?.blocks ?? [];
      if (!one || !two) throw new Error("Two blocks are in conflict.");
      const before = await desk.get(ids.changeRequestId);
      const resolve = (choices: Input<typeof cr.resolve>["choices"]) =>
        desk.workspace.ok(desk.admin, cr.resolve, { ...ids, choices });
      await expect(resolve([{ keep: "cr", id: page, block: one.id }])).rejects.toThrow("409");
      await expect(
        resolve([{ keep: "cr" }, { keep: "space", id: page, block: "none" }]),
      ).rejects.toThrow("choices.1");
      expect(await desk.get(ids.changeRequestId)).toEqual(before);

      const { revision, discarded } = await resolve([
        { keep: "cr", id: page, block: one.id },
        { keep: "space", id: page, block: two.id },
      ]);
      expect(await desk.pages(revision)).toEqual([`start: ${three("a2", "b1", "c1")}`]);
      expect(discarded).toEqual([
        expect.objectContaining({ from: "space", block: one.id, text: "Install the a1 now." }),
        expect.objectContaining({ from: "cr", block: two.id, text: "Start the b2 now." }),
      ]);
      expect((await desk.merge(ids.changeRequestId)).result).toBe("merge");
    },
  );

  test("a choice for all conflicts covers texts, titles and deleted pages", async () => {
    const desk = await openDeskIn(shared);
    const [page = "", other = ""] = await desk.publish(
      { title: "Start", markdown: "Old" },
      { title: "End", markdown: "Old" },
    );
    const [first, second] = [await desk.begin(), await desk.begin()];
    await desk.edit(first, [
      { operation: "update_page", page, title: "Published", document: { markdown: "Published" } },
      { operation: "delete_page", page: other },
    ]);
    await desk.edit(second, [
      { operation: "update_page", page, title: "Proposed", document: { markdown: "Proposed" } },
      { operation: "update_page", page: other, document: { markdown: "Proposed" } },
    ]);
    await desk.merge(first);
    const { discarded, revision } = await desk.workspace.ok(desk.admin, cr.resolve, {
      ...{ spaceId: desk.spaceId, changeRequestId: second },
      choices: [{ keep: "cr" }],
    });
    expect((await desk.pages(revision)).map((line) => line.split(": ")[1])).toEqual([
      "Proposed",
      "Proposed",
    ]);
    expect(discarded).toMatchObject([
      { id: page, from: "space", fields: ["title"] },
      { id: page, from: "space", text: "Published" },
      { id: other, from: "space" },
    ]);
  });
});
