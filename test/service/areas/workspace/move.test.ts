import fc from "fast-check";
import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import { selectSiblings } from "../../../../src/service/core/rows/siblings.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

interface Thing {
  readonly kind: "space" | "collection";
  readonly id: string;
}

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const make = async (kind: Thing["kind"], parent?: string): Promise<Thing> => {
    const input = { organizationId: org, ...(parent && { parent }) };
    const made =
      kind === "space"
        ? await workspace.ok(admin, space.create, input)
        : await workspace.ok(admin, collection.create, input);
    return { kind, id: made.id };
  };
  const move = (thing: Thing, to: Placement, caller = admin) =>
    thing.kind === "space"
      ? workspace.ask(caller, space.move, { spaceId: thing.id, ...to })
      : workspace.ask(caller, collection.move, { collectionId: thing.id, ...to });
  return { workspace, org, admin, make, move };
}

type Pointer = { type: "space"; space: string } | { type: "collection"; collection: string };
interface Placement {
  parent?: string | null;
  position?: { before?: Pointer; after?: Pointer };
}

function at({ kind, id }: Thing): Pointer {
  return kind === "space" ? { type: "space", space: id } : { type: "collection", collection: id };
}

async function order(workspace: Workspace, organizationId: string, parentId: string | null) {
  const rows = await selectSiblings(workspace.db, { organizationId, parentId })
    .where("deleted_at", "is", null)
    .orderBy("rank")
    .execute();
  return rows.map((row) => row.id);
}

test("new collections and spaces are last in one common order", async () => {
  const { workspace, org, make } = await start();
  const made = [await make("space"), await make("collection"), await make("space")];
  expect(await order(workspace, org, null)).toEqual(made.map((thing) => thing.id));
});

test("a resource moves before, after, between, or last", async () => {
  const { workspace, org, make, move } = await start();
  const [a, b, c, d] = [
    await make("space"),
    await make("collection"),
    await make("space"),
    await make("collection"),
  ];
  const now = () => order(workspace, org, null);
  await move(d, { position: { before: at(a) } });
  expect(await now()).toEqual([d.id, a.id, b.id, c.id]);
  await move(d, { position: { after: at(b) } });
  expect(await now()).toEqual([a.id, b.id, d.id, c.id]);
  await move(c, { position: { after: at(a), before: at(b) } });
  expect(await now()).toEqual([a.id, c.id, b.id, d.id]);
  await move(a, {});
  expect(await now()).toEqual([c.id, b.id, d.id, a.id]);
});

test("an omitted parent stays, and null moves to the top level", async () => {
  const { workspace, org, make, move } = await start();
  const group = await make("collection");
  const inner = await make("space", group.id);
  const second = await make("space", group.id);
  expect((await move(inner, {})).body).toMatchObject({ parent: group.id });
  expect(await order(workspace, org, group.id)).toEqual([second.id, inner.id]);
  expect((await move(inner, { parent: null })).body).toMatchObject({ visibility: "private" });
  expect(await order(workspace, org, null)).toEqual([group.id, inner.id]);
});

test("a move discloses nothing about hidden siblings", async () => {
  const { workspace, org, admin, make, move } = await start();
  const own = await make("space");
  const mover = await workspace.member(org, "create");
  await workspace.ok(admin, spacePermission.grant, {
    ...{ spaceId: own.id, users: [mover], role: "admin" },
  });
  const last = async () => (await move(own, { parent: null }, mover)).status;
  expect(await last()).toBe(409);
  const { id: spaceId } = await make("space");
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  expect(await last()).toBe(409);
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: "read" });
  expect(await last()).toBe(200);
});

test("a move without effect is a conflict", async () => {
  const { make, move, workspace, admin } = await start();
  const [a, b, c] = [await make("space"), await make("collection"), await make("space")];
  const nothing: [Thing, Placement][] = [
    [c, {}],
    [c, { parent: null }],
    [b, { position: { after: at(a) } }],
    [b, { position: { before: at(c) } }],
    [b, { position: { after: at(a), before: at(c) } }],
  ];
  for (const [thing, to] of nothing) {
    expect(await move(thing, to)).toMatchObject({ status: 409 });
  }
  await workspace.ok(admin, space.remove, { spaceId: c.id });
  expect(await move(b, {})).toMatchObject({ status: 409 });
});

test("a position that names no sibling, or the resource itself, is refused by field", async () => {
  const { workspace, admin, make, move } = await start();
  const [a, b] = [await make("space"), await make("space")];
  const group = await make("collection");
  const elsewhere = await make("space", group.id);
  const deleted = await make("space");
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const refused: [Placement["position"], string][] = [
    [{ after: { type: "space", space: "unknown" } }, "space unknown is not at the top level."],
    [{ before: at(elsewhere) }, elsewhere.id],
    [{ before: at(deleted) }, deleted.id],
    [{ before: { type: "collection", collection: b.id } }, b.id],
    [{ after: at(a) }, "position.after"],
    [{ before: at(a) }, "position.before"],
  ];
  for (const [position, named] of refused) {
    const answer = await move(a, { ...(position && { position }) });
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(named) });
  }
  const below = await move(elsewhere, { position: { after: at(a) } });
  expect(below.message).toBe(
    `position.after: space ${a.id} is not in collection ${group.id}. Choose a sibling, or specify parent.`,
  );
});

test("move refuses before and after that are not adjacent in this order", async () => {
  const { make, move } = await start();
  const [a, b, c, d] = [
    await make("space"),
    await make("space"),
    await make("space"),
    await make("space"),
  ];
  for (const position of [
    { after: at(a), before: at(c) },
    { after: at(b), before: at(a) },
    { after: at(a), before: at(a) },
  ]) {
    expect(await move(d, { position })).toMatchObject({
      status: 400,
      message: expect.stringContaining("not adjacent"),
    });
  }
});

test("move ignores siblings that the caller may not see", async () => {
  const { workspace, org, admin, make, move } = await start();
  const member = await workspace.member(org, "create");
  const [a, hidden, b, mine] = [
    await make("space"),
    await make("space"),
    await make("space"),
    await make("space"),
  ];
  const update = space.update;
  await workspace.ok(admin, update, { spaceId: hidden.id, defaultLevel: null });
  await workspace.ok(admin, update, { spaceId: mine.id, defaultLevel: "admin" });
  const unknown = await move(mine, { position: { before: at(hidden) } }, member);
  expect(unknown).toMatchObject({ status: 400, message: expect.stringContaining(hidden.id) });
  const between = await move(mine, { position: { after: at(a), before: at(b) } }, member);
  expect(between.status).toBe(200);
  expect((await order(workspace, org, null)).filter((id) => id !== hidden.id)).toEqual([
    a.id,
    mine.id,
    b.id,
  ]);
});

test("a parent that is unknown, hidden, in another organization or inside the collection is refused", async () => {
  const { workspace, org, admin, make, move } = await start();
  const group = await make("collection");
  const inner = await make("collection", group.id);
  const deep = await make("collection", inner.id);
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  const there = await workspace.ok(admin, collection.create, { organizationId: other });
  for (const parent of ["unknown", there.id, group.id, inner.id, deep.id]) {
    expect(await move(group, { parent })).toMatchObject({
      status: 400,
      message: expect.stringContaining("parent"),
    });
  }
  const member = await workspace.member(org, "read");
  const mine = await make("space");
  await workspace.ok(admin, space.update, { spaceId: mine.id, defaultLevel: "admin" });
  await workspace.ok(admin, collection.update, { collectionId: deep.id, defaultLevel: null });
  expect(await move(mine, { parent: deep.id }, member)).toMatchObject({ status: 400 });
  expect(await move(mine, { parent: group.id }, member)).toMatchObject({
    status: 403,
    message: expect.stringMatching(/requires the role create in the collection; your role is read/),
  });
});

slowTest("any moves have the result of a plain list", async () => {
  const moves = fc.array(
    fc.record({
      thing: fc.nat(9),
      parent: fc.option(fc.nat(2), { nil: undefined }),
      before: fc.option(fc.nat(9), { nil: undefined }),
      after: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (sequence) => {
      const { workspace, org, make, move } = await start();
      const groups = [null, (await make("collection")).id, (await make("collection")).id];
      const lists = new Map<string | null, string[]>(groups.map((group) => [group, []]));
      const top = lists.get(null) ?? [];
      top.push(...groups.filter((group) => group !== null));
      const things: Thing[] = [];
      for (let index = 0; index < 10; index++) {
        const parent = groups[index % 3] ?? null;
        const thing = await make(index % 2 ? "space" : "collection", parent ?? undefined);
        things.push(thing);
        lists.get(parent)?.push(thing.id);
      }
      const pick = (index: number): Thing => things[index] ?? { kind: "space", id: "" };
      for (const step of sequence) {
        const thing = pick(step.thing);
        const before = step.before === undefined ? undefined : pick(step.before);
        const after = step.after === undefined ? undefined : pick(step.after);
        const parent = step.parent === undefined ? undefined : groups[step.parent];
        const answer = await move(thing, {
          ...(parent !== undefined && { parent }),
          position: { ...(before && { before: at(before) }), ...(after && { after: at(after) }) },
        });
        const expected = moved(lists, thing.id, parent, before?.id, after?.id);
        expect(answer.status).toBe(expected);
        for (const [group, list] of lists) {
          expect(await order(workspace, org, group)).toEqual(list);
        }
      }
    }),
    { numRuns: amount({ short: 4, full: 40 }) },
  );
});

/** Moves an id in plain lists. @returns the expected status of the platform */
function moved(
  lists: Map<string | null, string[]>,
  id: string,
  parent: string | null | undefined,
  before: string | undefined,
  after: string | undefined,
): number {
  const [home] = [...lists].find(([, list]) => list.includes(id)) ?? [null];
  const target = parent === undefined ? home : parent;
  const rest = (lists.get(target) ?? []).filter((other) => other !== id);
  if (before !== undefined && !rest.includes(before)) return 400;
  if (after !== undefined && !rest.includes(after)) return 400;
  if (before !== undefined && after !== undefined) {
    if (rest.indexOf(after) + 1 !== rest.indexOf(before)) return 400;
  }
  let index = rest.length;
  if (before !== undefined) index = rest.indexOf(before);
  if (after !== undefined) index = rest.indexOf(after) + 1;
  const result = rest.toSpliced(index, 0, id);
  if (target === home && result.join() === lists.get(home)?.join()) return 409;
  lists.set(
    home,
    (lists.get(home) ?? []).filter((other) => other !== id),
  );
  lists.set(target, result);
  return 200;
}
