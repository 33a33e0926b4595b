import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const workspace = shared;
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const group = (title: string, parent?: string) =>
    workspace.ok(admin, collection.create, {
      organizationId: org,
      title,
      ...(parent && { parent }),
    });
  const book = (title: string, parent?: string) =>
    workspace.ok(admin, space.create, { organizationId: org, title, ...(parent && { parent }) });
  return { workspace, org, admin, group, book };
}

test("a new collection has the documented defaults", async () => {
  const { workspace, org, admin } = await start();
  const made = await workspace.ok(admin, collection.create, { organizationId: org });
  expect(made).toMatchObject({ title: "Untitled", organization: org, defaultLevel: "inherit" });
  expect(made).not.toHaveProperty("parent");
  expect(made).not.toHaveProperty("description");
  expect(await workspace.ok(admin, collection.get, { collectionId: made.id })).toEqual(made);
});

test("an update keeps omitted fields", async () => {
  const { workspace, admin, group } = await start();
  const { id: collectionId } = await group("Guides");
  const described = { collectionId, description: "For customers" };
  await workspace.ok(admin, collection.update, described);
  const changed = await workspace.ok(admin, collection.update, { collectionId, title: "Books" });
  expect(changed).toMatchObject({ title: "Books", description: "For customers" });
  expect(await workspace.ok(admin, collection.update, { collectionId })).toEqual(changed);
  const removed = await workspace.ok(admin, collection.update, { collectionId, description: "" });
  expect(removed).not.toHaveProperty("description");
  const blank = { collectionId, title: " " };
  expect(await workspace.refused(admin, collection.update, blank)).toMatchObject({ status: 400 });
});

test("a list shows the top level first, then nested collections, in sibling order", async () => {
  const { workspace, org, admin, group } = await start();
  const one = await group("One");
  const two = await group("Two");
  const inside = await group("Inside", one.id);
  await workspace.ok(admin, collection.move, {
    collectionId: two.id,
    position: { before: { type: "collection", collection: one.id } },
  });
  const titles = async (nested: boolean) => {
    const { items } = await workspace.ok(admin, collection.list, { organizationId: org, nested });
    return items.map((item) => item.title);
  };
  expect(await titles(true)).toEqual([two.title, one.title, inside.title]);
  expect(await titles(false)).toEqual([two.title, one.title]);
});

test("the pages of a list form the complete list", async () => {
  const { workspace, org, admin, group, book } = await start();
  const parents = [undefined, (await group("A")).id, (await group("B")).id];
  for (let index = 0; index < 12; index++) await book(`Book ${index}`, parents[index % 3]);
  const whole = await workspace.ok(admin, space.list, { organizationId: org });
  expect(whole.items).toHaveLength(12);
  expect(whole.next).toBeUndefined();
  const joined: unknown[] = [];
  let page: string | undefined;
  do {
    const asked = { organizationId: org, limit: 5, ...(page !== undefined && { page }) };
    const part = await workspace.ok(admin, space.list, asked);
    joined.push(...part.items);
    page = part.next?.page;
  } while (page !== undefined);
  expect(joined).toEqual(whole.items);
});

test("deleting a collection moves its content to the parent, at its position", async () => {
  const { workspace, org, admin, group, book } = await start();
  const before = await book("Before");
  const doomed = await group("Doomed");
  const after = await book("After");
  const inner = await group("Inner", doomed.id);
  const first = await book("First", doomed.id);
  const deleted = await book("Deleted", doomed.id);
  const last = await book("Last", doomed.id);
  const deep = await book("Deep", inner.id);
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const removed = await workspace.ask(admin, collection.remove, { collectionId: doomed.id });
  expect(removed.status).toBe(205);
  await workspace.ok(admin, space.restore, { spaceId: deleted.id });
  const { items } = await workspace.ok(admin, space.list, { organizationId: org });
  expect(items.map((item) => item.id)).toEqual([
    before.id,
    first.id,
    deleted.id,
    last.id,
    after.id,
    deep.id,
  ]);
  const moved = await workspace.ok(admin, collection.get, { collectionId: inner.id });
  expect(moved).not.toHaveProperty("parent");
  const gone = { collectionId: doomed.id };
  expect(await workspace.refused(admin, collection.get, gone)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, collection.remove, gone)).toMatchObject({ status: 204 });
});

test("content that inherited from a deleted collection inherits from its parent", async () => {
  const { workspace, org, admin, group, book } = await start();
  const outer = await group("Outer");
  const hidden = await group("Hidden", outer.id);
  const { id: spaceId } = await book("Guide", hidden.id);
  const reader = await workspace.member(org, "read");
  const update = collection.update;
  await workspace.ok(admin, update, { collectionId: outer.id, defaultLevel: "comment" });
  await workspace.ok(admin, update, { collectionId: hidden.id, defaultLevel: null });
  expect(await workspace.refused(reader, space.get, { spaceId })).toMatchObject({ status: 404 });
  await workspace.ok(admin, collection.remove, { collectionId: hidden.id });
  const seen = await workspace.ok(reader, space.get, { spaceId });
  expect(seen.permissions).toMatchObject({ comment: true, edit: false });
});

test("deleting the default collection of members clears the default", async () => {
  const { workspace, org, admin, group } = await start();
  const { id } = await group("Guides");
  await workspace.ok(admin, organization.update, {
    organizationId: org,
    defaultContent: { type: "collection", collection: id },
  });
  await workspace.ok(admin, collection.remove, { collectionId: id });
  const left = await workspace.ok(admin, organization.get, { organizationId: org });
  expect(left.defaultContent).toBeUndefined();
});

test("the spaces of a collection are listed in their order, page by page", async () => {
  const { workspace, admin, group, book } = await start();
  const { id } = await group("Group");
  const spaces: string[] = [];
  for (const title of ["A", "B", "C"]) spaces.push((await book(title, id)).id);
  await book("Elsewhere");
  const [one = "", two, last = ""] = spaces;
  const position = { before: { type: "space" as const, space: one } };
  await workspace.ok(admin, space.move, { spaceId: last, position });
  const input = { collectionId: id };
  const listed = await readAllPages(workspace, admin, collection.spaces, input);
  expect(listed).toMatchObject([{ id: last }, { id: one }, { id: two }]);
});
