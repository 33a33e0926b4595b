import { describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const make = (title: string, parent?: string) =>
    workspace.ok(admin, space.create, { organizationId: org, title, ...(parent && { parent }) });
  return { workspace, org, admin, make };
}

test("a new space has the documented defaults", async () => {
  const { workspace, org, admin } = await start();
  const made = await workspace.ok(admin, space.create, { organizationId: org });
  expect(made).toMatchObject({
    title: "Untitled",
    emoji: "📄",
    visibility: "private",
    editMode: "live",
    mergeRules: { type: "inherit" },
    organization: org,
    defaultLevel: "inherit",
    comments: 0,
    changeRequests: 0,
    createdAt: workspace.now.toISOString(),
    updatedAt: workspace.now.toISOString(),
  });
  expect(made).not.toHaveProperty("parent");
  expect(made).not.toHaveProperty("deletedAt");
});

test("a new space has every given field", async () => {
  const { workspace, org, admin } = await start();
  const parent = await workspace.ok(admin, collection.create, { organizationId: org });
  const given = {
    title: "Guide",
    emoji: "🚀",
    language: "pt-br",
    editMode: "locked",
    parent: parent.id,
  } as const;
  const made = await workspace.ok(admin, space.create, { organizationId: org, ...given });
  expect(made).toMatchObject({ ...given, visibility: "in-collection" });
  expect(await workspace.ok(admin, space.get, { spaceId: made.id })).toEqual(made);
});

test("a blank title is refused on creation and update", async () => {
  const { workspace, org, admin, make } = await start();
  const { id } = await make("Guide");
  for (const title of ["", "  ", "\t\n "]) {
    const onCreate = { organizationId: org, title };
    expect(await workspace.refused(admin, space.create, onCreate)).toMatchObject({ status: 400 });
    expect(await workspace.refused(admin, space.update, { spaceId: id, title })).toEqual({
      status: 400,
      message: "title must not be blank.",
    });
  }
});

test("creating a space in an unknown collection, or one of another organization, is refused", async () => {
  const { workspace, org, admin } = await start();
  const elsewhere = await workspace.organization("Elsewhere");
  await workspace.enroll(elsewhere, admin, "admin");
  const there = await workspace.ok(admin, collection.create, { organizationId: elsewhere });
  const unknown = { organizationId: org, parent: "nowhere" };
  expect(await workspace.refused(admin, space.create, unknown)).toMatchObject({
    status: 400,
    message: expect.stringContaining("parent nowhere"),
  });
  const foreign = { organizationId: org, parent: there.id };
  expect(await workspace.refused(admin, space.create, foreign)).toMatchObject({
    status: 400,
    message: expect.stringContaining("another organization"),
  });
});

test("an update keeps omitted fields, and an empty one changes nothing", async () => {
  const { workspace, admin, make } = await start();
  const made = await make("Guide");
  workspace.passDays(1);
  expect(await workspace.ok(admin, space.update, { spaceId: made.id })).toEqual(made);
  const changed = await workspace.ok(admin, space.update, { spaceId: made.id, language: "de" });
  expect(changed).toEqual({ ...made, language: "de", updatedAt: workspace.now.toISOString() });
});

test("a space has either an emoji or an icon", async () => {
  const { workspace, admin, make } = await start();
  const { id } = await make("Guide");
  const icon = "https://example.com/icon.png";
  const both = { spaceId: id, emoji: "🚀", icon };
  expect(await workspace.refused(admin, space.update, both)).toMatchObject({ status: 400 });
  const withEmoji = await workspace.ok(admin, space.update, { spaceId: id, emoji: "🚀" });
  expect(withEmoji.emoji).toBe("🚀");
  const withIcon = await workspace.ok(admin, space.update, { spaceId: id, icon });
  expect(withIcon).toMatchObject({ emoji: "📄", urls: { icon } });
  const again = await workspace.ok(admin, space.update, { spaceId: id, emoji: "🚀" });
  expect(again.emoji).toBe("🚀");
  expect(again.urls).not.toHaveProperty("icon");
  const cleared = await workspace.ok(admin, space.update, { spaceId: id, emoji: null });
  expect(cleared.emoji).toBe("📄");
});

test("a blank emoji is refused on creation and update", async () => {
  const { workspace, org, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  const emoji = " ";
  const onCreate = { organizationId: org, emoji };
  expect(await workspace.refused(admin, space.create, onCreate)).toMatchObject({ status: 400 });
  expect(await workspace.refused(admin, space.update, { spaceId, emoji })).toMatchObject({
    status: 400,
    message: expect.stringContaining("emoji"),
  });
});

test("merge rules can name members only", async () => {
  const { workspace, org, admin, make } = await start();
  const { id } = await make("Guide");
  const reader = await workspace.member(org, "read");
  const rules = (users: string[]) =>
    ({ type: "rules", rules: [{ rule: "require_specific_reviewers", users }] }) as const;
  const good = {
    spaceId: id,
    mergeRules: { ...rules([reader]), rules: [...rules([reader]).rules] },
  };
  expect((await workspace.ok(admin, space.update, good)).mergeRules).toEqual(rules([reader]));
  const stranger = await workspace.person();
  const bad = {
    spaceId: id,
    mergeRules: { ...good.mergeRules, rules: [...rules([reader, stranger]).rules] },
  };
  expect(await workspace.refused(admin, space.update, bad)).toMatchObject({
    status: 400,
    message: expect.stringContaining(stranger),
  });
});

test("a deleted space is returned to its admins with the time, and is in no list", async () => {
  const { workspace, org, admin, make } = await start();
  const parent = await workspace.ok(admin, collection.create, { organizationId: org });
  const { id } = await make("Guide", parent.id);
  const reader = await workspace.member(org, "read");
  expect(await workspace.ask(admin, space.remove, { spaceId: id })).toMatchObject({ status: 205 });
  const deleted = await workspace.ok(admin, space.get, { spaceId: id });
  expect(deleted.deletedAt).toBe(workspace.now.toISOString());
  expect(await workspace.refused(reader, space.get, { spaceId: id })).toMatchObject({
    status: 404,
  });
  const all = await workspace.ok(admin, space.list, { organizationId: org });
  expect(all.items).toEqual([]);
  const listed = await workspace.ok(admin, collection.spaces, { collectionId: parent.id });
  expect(listed.items).toEqual([]);
});

test("every other operation on a deleted space is refused with the end of its restoration", async () => {
  const { workspace, org, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  await workspace.ok(admin, space.remove, { spaceId });
  const restorable = {
    status: 404,
    message: expect.stringContaining("It can be restored until "),
  };
  expect(await workspace.refused(admin, space.update, { spaceId, title: "A" })).toEqual(restorable);
  expect(await workspace.refused(admin, space.move, { spaceId })).toEqual(restorable);
  expect(await workspace.refused(admin, space.duplicate, { spaceId })).toEqual(restorable);
  const away = { spaceId, organization: other };
  expect(await workspace.refused(admin, space.transfer, away)).toEqual(restorable);
  const reader = await workspace.member(org, "read");
  const asReader = await workspace.refused(reader, space.update, { spaceId, title: "A" });
  expect(asReader.message).not.toContain("restore");
  expect(await workspace.refused(reader, space.restore, { spaceId })).toMatchObject({
    status: 404,
  });
});

test("deleting a deleted, unknown or hidden space returns 204", async () => {
  const { workspace, org, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  const reader = await workspace.member(org, "read");
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const nothing = { status: 204 };
  expect(await workspace.ask(reader, space.remove, { spaceId })).toMatchObject(nothing);
  expect(await workspace.ask(admin, space.remove, { spaceId: "unknown" })).toMatchObject(nothing);
  expect(await workspace.ask(admin, space.remove, { spaceId })).toMatchObject({ status: 205 });
  const { deletedAt } = await workspace.ok(admin, space.get, { spaceId });
  workspace.passDays(1);
  expect(await workspace.ask(admin, space.remove, { spaceId })).toMatchObject(nothing);
  expect((await workspace.ok(admin, space.get, { spaceId })).deletedAt).toBe(deletedAt);
});

test("a space is restored within seven days, to its former position", async () => {
  const { workspace, org, admin, make } = await start();
  const parent = await workspace.ok(admin, collection.create, { organizationId: org });
  const first = await make("First", parent.id);
  const second = await make("Second", parent.id);
  await workspace.ok(admin, space.remove, { spaceId: first.id });
  const third = await make("Third", parent.id);
  workspace.passDays(6.99);
  const back = await workspace.ok(admin, space.restore, { spaceId: first.id });
  expect(back).toEqual({ ...first, updatedAt: workspace.now.toISOString() });
  const { items } = await workspace.ok(admin, collection.spaces, { collectionId: parent.id });
  expect(items.map((item) => item.id)).toEqual([first.id, second.id, third.id]);
});

test("after seven days a deleted space is not found, purged or not", async () => {
  const { workspace, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  await workspace.ok(admin, space.remove, { spaceId });
  const purge = await workspace.db.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
  await workspace.db.deleteFrom("jobs").execute();
  workspace.passDays(7);
  const rows = () => workspace.db.selectFrom("spaces").select("id").execute();
  for (const left of [[{ id: spaceId }], []]) {
    expect(await rows()).toEqual(left);
    for (const attempt of [space.restore, space.get, space.update]) {
      expect(await workspace.refused(admin, attempt, { spaceId })).toMatchObject({ status: 404 });
    }
    expect(await workspace.ask(admin, space.remove, { spaceId })).toMatchObject({ status: 204 });
    await workspace.db.insertInto("jobs").values(purge).execute();
    workspace.service.jobs.reload();
    await workspace.service.jobs.runDue();
  }
});

test("a restored space, and one deleted again, survive the purge of the first deletion", async () => {
  const { workspace, admin, make } = await start();
  const [kept, again] = [await make("Kept"), await make("Again")];
  for (const { id: spaceId } of [kept, again]) {
    await workspace.ok(admin, space.remove, { spaceId });
    await workspace.ok(admin, space.restore, { spaceId });
  }
  workspace.passDays(3);
  await workspace.ok(admin, space.remove, { spaceId: again.id });
  workspace.passDays(5);
  expect((await workspace.ok(admin, space.get, { spaceId: kept.id })).title).toBe("Kept");
  const restored = await workspace.ok(admin, space.restore, { spaceId: again.id });
  expect(restored.title).toBe("Again");
});

test("a space that is not deleted cannot be restored", async () => {
  const { workspace, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  expect(await workspace.refused(admin, space.restore, { spaceId })).toMatchObject({ status: 409 });
});

test("a space restored after its collection was deleted is in the parent of the collection", async () => {
  const { workspace, org, admin, make } = await start();
  const outer = await workspace.ok(admin, collection.create, { organizationId: org });
  const inner = await workspace.ok(admin, collection.create, {
    organizationId: org,
    parent: outer.id,
  });
  const { id: spaceId } = await make("Guide", inner.id);
  await workspace.ok(admin, space.remove, { spaceId });
  await workspace.ok(admin, collection.remove, { collectionId: inner.id });
  expect((await workspace.ok(admin, space.restore, { spaceId })).parent).toBe(outer.id);
  await workspace.ok(admin, space.remove, { spaceId });
  await workspace.ok(admin, collection.remove, { collectionId: outer.id });
  expect(await workspace.ok(admin, space.restore, { spaceId })).not.toHaveProperty("parent");
});

test("deleting the default space of members clears the default", async () => {
  const { workspace, org, admin, make } = await start();
  const { id } = await make("Guide");
  const defaultContent = { type: "space", space: id } as const;
  const asked = { organizationId: org, defaultContent };
  expect(await workspace.ok(admin, organization.update, asked)).toMatchObject({ defaultContent });
  await workspace.ok(admin, space.remove, { spaceId: id });
  const left = await workspace.ok(admin, organization.get, { organizationId: org });
  expect(left.defaultContent).toBeUndefined();
});

test("a restored space is the default of members again, unless another one was set", async () => {
  const { workspace, org, admin, make } = await start();
  const { id: spaceId } = await make("Guide");
  const { id: other } = await make("Handbook");
  const choose = async (space: string) =>
    workspace.ok(admin, organization.update, {
      organizationId: org,
      defaultContent: { type: "space", space },
    });
  const chosen = async () =>
    (await workspace.ok(admin, organization.get, { organizationId: org })).defaultContent;
  await choose(spaceId);
  await workspace.ok(admin, space.remove, { spaceId });
  await workspace.ok(admin, space.restore, { spaceId });
  expect(await chosen()).toEqual({ type: "space", space: spaceId });
  await workspace.ok(admin, space.remove, { spaceId });
  await choose(other);
  await workspace.ok(admin, space.restore, { spaceId });
  expect(await chosen()).toEqual({ type: "space", space: other });
});

describe("a space", () => {
  test("is created with the values of the request, at the end of its parent", async () => {
    const { workspace, org, admin } = await start();
    const parent = await workspace.ok(admin, collection.create, { organizationId: org });
    const fields = {
      ...{ organizationId: org, title: "Guide", emoji: "🚀", language: "de" as const },
      ...{ parent: parent.id, editMode: "locked" as const },
    };
    const first = await workspace.ok(admin, space.create, { ...fields, title: "First" });
    const made = await workspace.ok(admin, space.create, fields);
    const time = workspace.now.toISOString();
    expect(made).toMatchObject({
      ...{ title: "Guide", emoji: "🚀", language: "de", parent: parent.id, editMode: "locked" },
      ...{ visibility: "in-collection", defaultLevel: "inherit", mergeRules: { type: "inherit" } },
      ...{ createdAt: time, updatedAt: time, organization: org },
    });
    const { items, count } = await workspace.ok(admin, collection.spaces, {
      ...{ collectionId: parent.id, limit: 1 },
    });
    expect([items, count]).toEqual([[first], 2]);
    const plain = await workspace.ok(admin, space.create, { organizationId: org });
    expect(plain).toMatchObject({ title: "Untitled", editMode: "live" });
    expect(plain).not.toHaveProperty("language");
    const all = await workspace.ok(admin, space.list, { organizationId: org, limit: 2 });
    expect([all.items.map(({ id }) => id), all.count]).toEqual([[plain.id, first.id], 3]);
  });

  test("changes each setting alone, and no other space", async () => {
    const { workspace, admin, make } = await start();
    const [one, other] = [await make("One"), await make("Other")];
    workspace.passDays(1);
    const update = (changes: object) =>
      workspace.ok(admin, space.update, { spaceId: one.id, ...changes });
    expect(await update({})).toEqual(one);
    let expected: object = { ...one, updatedAt: workspace.now.toISOString() };
    for (const changes of [
      { title: "First" },
      { emoji: "🚀" },
      { language: "de" },
      { editMode: "locked" },
      { defaultLevel: "comment" },
      { mergeRules: { type: "none" } },
    ]) {
      expected = { ...expected, ...changes };
      expect(await update(changes)).toEqual(expected);
    }
    expect(await workspace.ok(admin, space.get, { spaceId: other.id })).toEqual(other);
  });

  test("is created where the caller may create content, and nowhere else", async () => {
    const { workspace, org, admin } = await start();
    const elsewhere = await workspace.organization();
    await workspace.enroll(elsewhere, admin, "admin");
    const create = (organizationId: string) =>
      workspace.ok(admin, collection.create, { organizationId });
    const [own, hidden, foreign] = [await create(org), await create(org), await create(elsewhere)];
    await workspace.ok(admin, collection.update, { collectionId: hidden.id, defaultLevel: null });
    const [creator, reader] = [
      await workspace.member(org, "create"),
      await workspace.member(org, "read"),
    ];
    const ask = async (caller: string, parent?: string) => {
      const input = { organizationId: org, ...(parent !== undefined && { parent }) };
      const { status, message } = await workspace.ask(caller, space.create, input);
      return [status, message];
    };
    const unknown = (id: string) => [
      400,
      `parent ${id} is not a collection that you can access. Check the id, or use null for the top level.`,
    ];
    expect(await ask(creator, own.id)).toEqual([201, ""]);
    expect(await ask(creator, hidden.id)).toEqual(unknown(hidden.id));
    expect(await ask(admin, hidden.id)).toEqual([201, ""]);
    expect(await ask(admin, "unknown")).toEqual(unknown("unknown"));
    expect(await ask(admin, foreign.id)).toEqual([
      400,
      `parent ${foreign.id} belongs to another organization. Choose a collection of this organization, or transfer the content.`,
    ]);
    expect(await ask(reader, own.id)).toEqual([403, expect.stringContaining("in the collection")]);
    expect(await ask(reader)).toEqual([403, expect.stringContaining("in the organization")]);
  });
});

describe("a duplicate", () => {
  test("needs the role create in the parent of the original", async () => {
    const { workspace, org, admin, make } = await start();
    const parent = await workspace.ok(admin, collection.create, { organizationId: org });
    const [inside, outside] = [await make("Inside", parent.id), await make("Outside")];
    const editor = await workspace.member(org, "edit");
    const duplicate = async (spaceId: string) => {
      const { status, message } = await workspace.ask(editor, space.duplicate, { spaceId });
      return [status, message];
    };
    expect(await duplicate(inside.id)).toEqual([
      ...[403, expect.stringContaining("in its collection")],
    ]);
    expect(await duplicate(outside.id)).toEqual([
      ...[403, expect.stringContaining("in the organization")],
    ]);
    const collectionId = parent.id;
    await workspace.ok(admin, collection.update, { collectionId, defaultLevel: "create" });
    expect((await duplicate(inside.id))[0]).toBe(201);
    const { items } = await workspace.ok(admin, collection.spaces, { collectionId });
    expect(items.map(({ title, parent: of }) => [title, of])).toEqual([
      ["Inside", collectionId],
      ["Inside (copy)", collectionId],
    ]);
  });
});
