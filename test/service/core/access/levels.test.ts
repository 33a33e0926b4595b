import fc from "fast-check";
import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import { type AccessLevel, levels } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import { amount } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const step = fc.oneof(
  fc.record({
    does: fc.constantFrom("addCollection" as const, "addSpace" as const),
    one: fc.nat(20),
    other: fc.nat(20),
  }),
  fc.record({
    does: fc.constant("level" as const),
    one: fc.nat(20),
    level: fc.constantFrom<AccessLevel | null>(...levels, null),
  }),
  fc.record({
    does: fc.constantFrom("move" as const, "remove" as const, "transfer" as const),
    one: fc.nat(20),
    other: fc.nat(20),
  }),
);

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly organization_id: string;
  readonly default_level: AccessLevel | null;
  readonly resolved_level: string;
}

async function listRows({ db }: Workspace) {
  const columns = [
    "id",
    "parent_id",
    "organization_id",
    "default_level",
    "resolved_level",
  ] as const;
  return {
    collections: await db.selectFrom("collections").select(columns).orderBy("id").execute(),
    spaces: await db.selectFrom("spaces").select(columns).orderBy("id").execute(),
  };
}

/** The literal definition. */
function slowly(row: Row, collections: readonly Row[]): string {
  if (row.default_level === null) return "none";
  if (row.default_level !== "inherit") return row.default_level;
  const parent = collections.find((other) => other.id === row.parent_id);
  return parent ? slowly(parent, collections) : "member";
}

/**
 * Two collections of different levels, and one that inherits with a collection and a space in it.
 */
async function plant(workspace: Workspace, admin: string, organizationId: string) {
  const make = async (defaultLevel: AccessLevel | null, parent?: string) => {
    const input = { organizationId, ...(parent && { parent }) };
    const { id: collectionId } = await workspace.ok(admin, collection.create, input);
    await workspace.ok(admin, collection.update, { collectionId, defaultLevel });
    return collectionId;
  };
  await make(null);
  const outer = await make("inherit", await make("edit"));
  const parent = await make("inherit", outer);
  await workspace.ok(admin, space.create, { organizationId, parent });
}

test("after any changes the stored levels match the tree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const workspace = await openWorkspace();
      const orgs = [await workspace.organization(), await workspace.organization()];
      const admin = await workspace.person();
      for (const organizationId of orgs) {
        await workspace.enroll(organizationId, admin, "admin");
        await plant(workspace, admin, organizationId);
      }
      for (const { does, one, ...rest } of steps) {
        const { collections, spaces } = await listRows(workspace);
        const things = [...collections, ...spaces];
        const thing = things[one % Math.max(1, things.length)];
        const other = "other" in rest ? rest.other : 0;
        const parent = collections[other % (collections.length + 1)];
        const inCollection = thing !== undefined && collections.includes(thing);
        const ids = { collectionId: thing?.id ?? "none", spaceId: thing?.id ?? "none" };
        if (does === "addCollection" || does === "addSpace") {
          const organizationId = parent?.organization_id ?? orgs[one % 2] ?? "";
          const input = { organizationId, ...(parent && { parent: parent.id }) };
          if (does === "addSpace") await workspace.ok(admin, space.create, input);
          else await workspace.ok(admin, collection.create, input);
        } else if (does === "level") {
          const defaultLevel = "level" in rest ? rest.level : null;
          const { collectionId, spaceId } = ids;
          if (inCollection) {
            await workspace.ask(admin, collection.update, { collectionId, defaultLevel });
          } else await workspace.ask(admin, space.update, { spaceId, defaultLevel });
        } else if (does === "move") {
          const { collectionId, spaceId } = ids;
          const to = { parent: parent?.id ?? null };
          if (inCollection) await workspace.ask(admin, collection.move, { collectionId, ...to });
          else await workspace.ask(admin, space.move, { spaceId, ...to });
        } else if (does === "transfer") {
          const { collectionId, spaceId } = ids;
          const organization = orgs[other % 2] ?? "";
          if (inCollection) {
            await workspace.ask(admin, collection.transfer, { collectionId, organization });
          } else await workspace.ask(admin, space.transfer, { spaceId, organization });
        } else if (inCollection) {
          await workspace.ask(admin, collection.remove, { collectionId: ids.collectionId });
        } else await workspace.ask(admin, space.remove, { spaceId: ids.spaceId });

        const after = await listRows(workspace);
        for (const row of [...after.collections, ...after.spaces]) {
          expect(row.resolved_level).toBe(slowly(row, after.collections));
          const holder = after.collections.find((one) => one.id === row.parent_id);
          if (holder) expect(row.organization_id).toBe(holder.organization_id);
        }
        const lost = spaces.filter((old) => !after.spaces.some((row) => row.id === old.id));
        expect(lost).toEqual([]);
      }
    }),
    { numRuns: amount({ short: 4, full: 40 }) },
  );
});
