/**
 * X5: a change of a few pages does the same work in a large space as in a small one: it executes as many
 * statements and writes as much.
 */
import { expect } from "vitest";
import * as content from "../../src/contract/content.ts";
import * as cr from "../../src/contract/cr.ts";
import type { ContentChange } from "../../src/contract/cr-content.model.ts";
import * as space from "../../src/contract/space.ts";
import { countChanges } from "../../src/service/database/data-state.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { page, publish, tree } from "../support/organizations/content.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

const small = 300;
const large = amount({ short: 6000, full: 20_000 });

/** @returns the number of statements that changed data, and of stored objects of pages, by request */
async function countWork(pages: number) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await publish(workspace, spaceId, () =>
    tree(Array.from({ length: pages }, (_, at) => page(`page${at}`, { title: `Page ${at}` }))),
  );
  const work: Record<string, { statements: number; objects: number }> = {};
  const countObjects = async () => {
    const { count } = await workspace.db
      .selectFrom("tree_objects")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const during = async <Result>(name: string, run: () => Promise<Result>) => {
    const objects = await countObjects();
    const statements = countChanges(workspace.db) ?? 0;
    const result = await run();
    work[name] = {
      statements: (countChanges(workspace.db) ?? 0) - statements,
      objects: (await countObjects()) - objects,
    };
    return result;
  };
  const request = async (changes: readonly ContentChange[]) => {
    const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Edit" });
    const ids = { spaceId, changeRequestId: id };
    if (changes.length > 0) await workspace.ok(admin, cr.edit, { ...ids, changes: [...changes] });
    await workspace.ok(admin, cr.update, { ...ids, status: "open" });
    return ids;
  };
  const edited = await request([]);
  const title = (at: number): ContentChange => ({
    operation: "update_page",
    page: `page${at}`,
    title: "Edited",
  });
  const edits: Readonly<Record<string, ContentChange>> = {
    title: title(150),
    text: { operation: "update_page", page: "page7", document: { markdown: "Text.\n" } },
    "new page": { operation: "insert_page", title: "New", at: 9, document: { markdown: "A.\n" } },
    move: { operation: "update_page", page: "page200", into: null, at: 3 },
    deletion: { operation: "delete_page", page: "page99" },
  };
  for (const [name, change] of Object.entries(edits)) {
    await during(name, () => workspace.ok(admin, cr.edit, { ...edited, changes: [change] }));
  }
  const other = await request([title(20), title(pages - 20)]);
  await during("merge", () => workspace.ok(admin, cr.merge, other));
  await during("update", () => workspace.ok(admin, cr.pull, edited));
  await during("merge of both sides", () => workspace.ok(admin, cr.merge, edited));
  const { pages: merged } = await workspace.ok(admin, content.get, { spaceId });
  expect(merged).toHaveLength(pages);
  return work;
}

slowTest("changes of a few pages in a large space", async () => {
  const [few, many] = [await countWork(small), await countWork(large)];
  const counts = Object.entries(many).map(([name, { statements, objects }]) => {
    // Objects have about 64 pages: different ids divide them differently.
    expect([name, statements]).toEqual([name, few[name]?.statements]);
    expect([name, objects <= 2 + (few[name]?.objects ?? 0) && objects <= 8]).toEqual([name, true]);
    return `${name} ${statements} statements, ${objects} objects`;
  });
  expect(counts).toHaveLength(8);
  report("X5", `${large} pages: ${counts.join("; ")}`);
});
