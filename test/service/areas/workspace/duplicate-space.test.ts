import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const make = (title: string) => workspace.ok(admin, space.create, { organizationId: org, title });
  return { workspace, org, admin, make };
}

test("a duplicate is placed after its original and has its appearance, levels and rules", async () => {
  const { workspace, org, admin, make } = await start();
  const original = await make("Guide");
  await make("Next");
  const changed = await workspace.ok(admin, space.update, {
    spaceId: original.id,
    emoji: "🚀",
    language: "de",
    defaultLevel: "comment",
    mergeRules: { type: "none" },
  });
  const copy = await workspace.ok(admin, space.duplicate, { spaceId: original.id });
  expect(copy).toEqual({
    ...changed,
    id: copy.id,
    title: "Guide (copy)",
    revision: copy.revision,
    urls: copy.urls,
  });
  expect(copy.id).not.toBe(original.id);
  expect(copy.revision).not.toBe(original.revision);
  const { items } = await workspace.ok(admin, space.list, { organizationId: org });
  expect(items.map((item) => item.title)).toEqual(["Guide", "Guide (copy)", "Next"]);
});

test("a duplicate of a locked space is locked too, with its merge rules", async () => {
  const { workspace, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  await workspace.ok(admin, space.update, { spaceId, editMode: "locked" });
  const copy = await workspace.ok(admin, space.duplicate, { spaceId });
  expect(copy.editMode).toBe("locked");
  const read = await workspace.ok(admin, space.get, { spaceId: copy.id });
  expect(read.editMode).toBe("locked");
});

test.each([
  ["x".repeat(50), `${"x".repeat(43)} (copy)`],
  [`${"x".repeat(42)}👩‍👩‍👧‍👦y`, `${"x".repeat(42)} (copy)`],
  [`${"x".repeat(42)} yyyyyyy`, `${"x".repeat(42)} (copy)`],
])("the title of the duplicate of %j is truncated between characters", async (title, cut) => {
  const { workspace, admin, make } = await start();
  const { id: spaceId } = await make(title);
  expect((await workspace.ok(admin, space.duplicate, { spaceId })).title).toBe(cut);
});
