import { beforeAll, describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as space from "../../../../src/contract/space.ts";
import { isWithin, moveToOrganization } from "../../../../src/service/core/rows/collection-tree.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let [outer, middle, inner, beside]: string[] = [];
let [deep, deleted]: string[] = [];

beforeAll(async () => {
  workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const addCollection = async (parent?: string) =>
    (await workspace.ok(admin, collection.create, { organizationId, ...(parent && { parent }) }))
      .id;
  const addSpace = async (parent?: string) =>
    (await workspace.ok(admin, space.create, { organizationId, ...(parent && { parent }) })).id;
  outer = await addCollection();
  middle = await addCollection(outer);
  inner = await addCollection(middle);
  beside = await addCollection();
  await addSpace(outer);
  deep = await addSpace(inner);
  deleted = await addSpace(middle);
  await addSpace(beside);
  await workspace.ok(admin, space.remove, { spaceId: deleted });
});

describe("a collection", () => {
  test("is within itself and each collection above it", async () => {
    const all = [outer, middle, inner, beside];
    const found: (readonly [number, number])[] = [];
    for (const [at, id = ""] of all.entries()) {
      for (const [above, ancestor = ""] of all.entries()) {
        if (await isWithin(workspace.db, id, ancestor)) found.push([at, above]);
      }
    }
    expect(found.map((pair) => pair.join(" in "))).toEqual([
      ...["0 in 0", "1 in 0", "1 in 1", "2 in 0", "2 in 1", "2 in 2", "3 in 3"],
    ]);
    expect(await isWithin(workspace.db, "unknown", outer ?? "")).toBe(false);
  });

  test("moves to another organization with all content below it", async () => {
    const target = await workspace.organization();
    await moveToOrganization(workspace.db, middle ?? "", target);
    const read = async (table: "collections" | "spaces") => {
      const rows = await workspace.db
        .selectFrom(table)
        .select("id")
        .where("organization_id", "=", target)
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await read("collections")).toEqual([middle, inner].toSorted());
    expect(await read("spaces")).toEqual([deep, deleted].toSorted());
  });
});
