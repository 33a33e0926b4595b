import { expect, it } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as space from "../../../../src/contract/space.ts";
import {
  rankAbove,
  rankAfter,
  rankAtEnd,
  rankBefore,
  type SiblingScope,
  selectSiblings,
} from "../../../../src/service/core/rows/siblings.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

/** A collection with a space, a collection and a space, and the same in another organization. */
async function start() {
  const { db } = workspace;
  const fill = async () => {
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const { id: parentId } = await workspace.ok(admin, collection.create, { organizationId });
    const inside = { organizationId, parent: parentId };
    const ids = [
      (await workspace.ok(admin, space.create, inside)).id,
      (await workspace.ok(admin, collection.create, inside)).id,
      (await workspace.ok(admin, space.create, inside)).id,
    ];
    await workspace.ok(admin, space.create, { organizationId });
    return { scope: { organizationId, parentId }, ids };
  };
  const { scope, ids } = await fill();
  const other = await fill();
  const list = async (of: SiblingScope = scope) =>
    (await selectSiblings(db, of).orderBy("rank").execute()).map(({ id, rank }) => [id, rank]);
  return { db, scope, ids, other, list };
}

it("siblings are the collections and spaces with the same parent", async () => {
  const { db, scope, ids, other, list } = await start();
  expect((await list()).map(([id]) => id)).toEqual(ids);
  expect((await list(other.scope)).map(([id]) => id)).toEqual(other.ids);
  const top = { ...scope, parentId: null };
  expect((await list(top)).map(([id]) => id)).toHaveLength(2);
  const [first] = await selectSiblings(db, scope).orderBy("rank").execute();
  expect(first).toMatchObject({ kind: "space", parent_id: scope.parentId, deleted_at: null });
  expect(await selectSiblings(db, { organizationId: "none", parentId: null }).execute()).toEqual(
    [],
  );
});

it("ranks are between those of the neighbors, of either kind", async () => {
  const { db, scope, list } = await start();
  const ranks = (await list()).map(([, rank = ""]) => rank);
  const [one = "", two = "", three = ""] = ranks;
  const between = (low: string, rank: string, high: string) => low < rank && rank < high;
  expect(between(one, await rankAfter(db, scope, one), two)).toBe(true);
  expect(between(two, await rankAfter(db, scope, two), three)).toBe(true);
  expect(between(two, await rankBefore(db, scope, three), three)).toBe(true);
  expect(between("", await rankBefore(db, scope, one), one)).toBe(true);
  expect((await rankAfter(db, scope, three)) > three).toBe(true);
  expect((await rankAtEnd(db, scope)) > three).toBe(true);
  expect([await rankAbove(db, scope, one), await rankAbove(db, scope, three)]).toEqual([
    two,
    undefined,
  ]);
  expect(await rankAtEnd(db, { organizationId: "none", parentId: null })).toBe("a0");
  expect((await list()).map(([, rank]) => rank)).toEqual(ranks);
});

it.each([
  ["after the first", rankAfter, "a0"],
  ["before the second", rankBefore, `a0${"0".repeat(252)}1`],
])("a rank %s that would be too long renews the ranks in their order", async (_, find, rank) => {
  const { db, scope, ids, other, list } = await start();
  const untouched = await list(other.scope);
  const [one = "", two = "", three = ""] = ids;
  const long = `a0${"0".repeat(252)}1`;
  await db.updateTable("spaces").set({ rank: "a0" }).where("id", "=", one).execute();
  await db.updateTable("collections").set({ rank: long }).where("id", "=", two).execute();
  await db.updateTable("spaces").set({ rank: "a1" }).where("id", "=", three).execute();
  const next = await find(db, scope, rank);
  const renewed = await list();
  expect(renewed.map(([id]) => id)).toEqual(ids);
  const [first = "", second = "", third = ""] = renewed.map(([, renewedRank = ""]) => renewedRank);
  expect([first < next, next < second, second < third]).toEqual([true, true, true]);
  expect([first, next, second, third].map(({ length }) => length < 5)).toEqual(Array(4).fill(true));
  expect(await list(other.scope)).toEqual(untouched);
});

it("a rank of exactly 255 characters is used", async () => {
  const { db, scope, ids, list } = await start();
  const [one = "", two = ""] = ids;
  await db.updateTable("spaces").set({ rank: "a0" }).where("id", "=", one).execute();
  const long = `a0${"0".repeat(251)}1`;
  await db.updateTable("collections").set({ rank: long }).where("id", "=", two).execute();
  expect(await rankAfter(db, scope, "a0")).toHaveLength(255);
  expect((await list())[1]).toEqual([two, long]);
});
