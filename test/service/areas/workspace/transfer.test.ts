import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const [from, to] = [await workspace.organization("From"), await workspace.organization("To")];
  const admin = await workspace.person();
  await workspace.enrol(from, admin, "admin");
  await workspace.enrol(to, admin, "create");
  return { workspace, from, to, admin };
}

test("A space lands last at the top level of the other organization", async () => {
  const { workspace, from, to, admin } = await start();
  const there = await workspace.ok(admin, space.create, { organizationId: to });
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  await workspace.ok(admin, collection.update, { collectionId: group.id, defaultLevel: null });
  const made = await workspace.ok(admin, space.create, { organizationId: from, parent: group.id });
  const moved = await workspace.ok(admin, space.transfer, { spaceId: made.id, organization: to });
  expect(moved).toMatchObject({ id: made.id, organization: to, visibility: "private" });
  expect(moved).not.toHaveProperty("parent");
  expect(moved.permissions).toMatchObject({ triggerGitSync: true, admin: false });
  const { items } = await workspace.ok(admin, space.list, { organizationId: to });
  expect(items.map((item) => item.id)).toEqual([there.id, made.id]);
  expect((await workspace.ok(admin, space.list, { organizationId: from })).items).toEqual([]);
});

test("A collection takes all that it holds with it, deleted spaces too", async () => {
  const { workspace, from, to, admin } = await start();
  await workspace.enrol(to, await workspace.person(), "admin");
  const make = (parent?: string) =>
    workspace.ok(admin, collection.create, {
      organizationId: from,
      ...(parent && { parent }),
    });
  const book = (parent: string) =>
    workspace.ok(admin, space.create, { organizationId: from, parent });
  const outside = await make();
  const outer = await make(outside.id);
  const inner = await make(outer.id);
  const [first, second, deleted] = [
    await book(outer.id),
    await book(inner.id),
    await book(inner.id),
  ];
  const stays = await book(outside.id);
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const input = { collectionId: outer.id, organization: to };
  const moved = await workspace.ok(admin, collection.transfer, input);
  expect(moved).toMatchObject({ organization: to });
  expect(moved).not.toHaveProperty("parent");
  const groups = await workspace.ok(admin, collection.list, { organizationId: to });
  expect(groups.items.map((item) => item.id)).toEqual([outer.id, inner.id]);
  const books = await workspace.ok(admin, space.list, { organizationId: to });
  expect(new Set(books.items.map((item) => item.id))).toEqual(new Set([first.id, second.id]));
  const row = await workspace.db
    .selectFrom("spaces")
    .select(["organization_id", "parent_id"])
    .where("id", "=", deleted.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ organization_id: to, parent_id: inner.id });
  const left = await workspace.ok(admin, space.list, { organizationId: from });
  expect(left.items.map((item) => item.id)).toEqual([stays.id]);
});

test("A transfer to the same organization is a conflict", async () => {
  const { workspace, from, admin } = await start();
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  const book = await workspace.ok(admin, space.create, { organizationId: from });
  const same = { organization: from };
  expect(
    await workspace.refused(admin, collection.transfer, { collectionId: group.id, ...same }),
  ).toMatchObject({ status: 409 });
  expect(
    await workspace.refused(admin, space.transfer, { spaceId: book.id, ...same }),
  ).toMatchObject({ status: 409 });
});

test("A transfer to an organization that is unknown or notFound is not found", async () => {
  const { workspace, from, admin } = await start();
  const notFound = await workspace.organization("Unseen");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: from });
  for (const target of ["unknown", notFound]) {
    const input = { spaceId, organization: target };
    expect(await workspace.refused(admin, space.transfer, input)).toMatchObject({
      status: 404,
      message: expect.stringContaining(`organization ${target}`),
    });
  }
});

test("A transfer to an organization in which the caller may not create fails its precondition", async () => {
  const { workspace, from, admin } = await start();
  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    organizationId: from,
  });
  for (const role of ["review", "read", null] as const) {
    const target = await workspace.organization();
    await workspace.enrol(target, admin, role);
    const input = { collectionId, organization: target };
    expect(await workspace.refused(admin, collection.transfer, input)).toMatchObject({
      status: 412,
    });
  }
});

test("A transfer of what members see first leaves no pointer to it", async () => {
  const { workspace, from, to, admin } = await start();
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  const inside = await workspace.ok(admin, space.create, {
    organizationId: from,
    parent: group.id,
  });
  const outside = await workspace.ok(admin, space.create, { organizationId: from });
  const point = (id: string) =>
    workspace.ok(admin, organization.update, {
      organizationId: from,
      defaultContent: { type: "space", space: id },
    });
  const left = () => workspace.ok(admin, organization.get, { organizationId: from });
  await point(inside.id);
  await workspace.ok(admin, space.transfer, { spaceId: outside.id, organization: to });
  expect((await left()).defaultContent).toEqual({ type: "space", space: inside.id });
  await workspace.ok(admin, collection.transfer, { collectionId: group.id, organization: to });
  expect((await left()).defaultContent).toBeUndefined();
  const last = await workspace.ok(admin, space.create, { organizationId: from });
  await point(last.id);
  await workspace.ok(admin, space.transfer, { spaceId: last.id, organization: to });
  expect((await left()).defaultContent).toBeUndefined();
});

test("What is moved or transferred takes the levels of its new place, all that it holds too", async () => {
  const { workspace, from, to, admin } = await start();
  await workspace.enrol(to, await workspace.person(), "admin");
  const reader = await workspace.member(from, "read");
  await workspace.enrol(to, reader, "read");
  const make = (parent?: string) =>
    workspace.ok(admin, collection.create, { organizationId: from, ...(parent && { parent }) });
  const outer = await make();
  const inner = await make(outer.id);
  const book = await workspace.ok(admin, space.create, { organizationId: from, parent: inner.id });
  const editable = await make();
  const level = { collectionId: editable.id, defaultLevel: "edit" } as const;
  await workspace.ok(admin, collection.update, level);
  const collectionId = outer.id;
  const powers = async () => {
    const { permissions } = await workspace.ok(reader, space.get, { spaceId: book.id });
    return { view: permissions.view, edit: permissions.edit };
  };
  expect(await powers()).toEqual({ view: true, edit: false });
  await workspace.ok(admin, collection.move, { collectionId, parent: editable.id });
  expect(await powers()).toEqual({ view: true, edit: true });
  await workspace.ok(admin, collection.transfer, { collectionId, organization: to });
  expect(await powers()).toEqual({ view: true, edit: false });
});
