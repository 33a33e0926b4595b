import { describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as invitation from "../../../../../src/contract/invitation.ts";
import * as member from "../../../../../src/contract/member.ts";
import * as organization from "../../../../../src/contract/organization.ts";
import * as invite from "../../../../../src/contract/organization-invite.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as spacePermission from "../../../../../src/contract/space-permission.ts";
import { slowTests } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const memberBy = async (search: string) => {
    const { items } = await workspace.ok(admin, member.list, { organizationId, search });
    return items[0];
  };
  return { workspace, organizationId, admin, memberBy };
}

test("new users invited by email are members at once, with their own role or the common one, and existing users once they accept", async () => {
  const { workspace, organizationId, admin, memberBy } = await start();
  const known = await workspace.person("Known@Example.com");
  const answer = await workspace.ok(admin, invite.users, {
    organizationId,
    emails: [
      "ada@example.com",
      { email: "bob@example.com", role: "review" },
      { email: "guest@example.com", role: null },
      "known@example.COM",
      "ADA@example.com",
    ],
    role: "comment",
  });
  expect(answer.invited).toBe(4);
  expect(answer.users).not.toContain(known);
  expect(answer.pending).toEqual(["known@example.com"]);
  expect(answer).not.toHaveProperty("failedSSOEmails");
  const ada = await memberBy("ada@example.com");
  expect(ada).toMatchObject({ role: "comment", sso: false, user: { displayName: "ada" } });
  expect(answer.users).toContain(ada?.id);
  expect(await memberBy("bob@")).toMatchObject({ role: "review" });
  expect(await memberBy("guest@")).toMatchObject({ role: null });
  expect(await memberBy("Known@")).toBeUndefined();
  await workspace.ok(known, invitation.accept, { organizationId });
  expect(await memberBy("Known@")).toMatchObject({ role: "comment", id: known });
});

test("without a role users get the default role, and existing members keep theirs", async () => {
  const { workspace, organizationId, admin, memberBy } = await start();
  await workspace.ok(admin, organization.update, { organizationId, defaultRole: "edit" });
  const emails = ["ada@example.com"];
  await workspace.ok(admin, invite.users, { organizationId, emails });
  expect(await memberBy("ada@")).toMatchObject({ role: "edit" });
  const again = await workspace.ok(admin, invite.users, { organizationId, emails, role: "read" });
  expect(again).toEqual({ users: [], invited: 0 });
  expect(await memberBy("ada@")).toMatchObject({ role: "edit" });
});

test("invited members without single sign-on are named", async () => {
  const { workspace, organizationId, admin, memberBy } = await start();
  await workspace.ok(admin, invite.users, { organizationId, emails: ["ada@example.com"] });
  const asked = { organizationId, emails: ["Ada@example.com", "bob@example.com"], sso: true };
  const first = await workspace.ok(admin, invite.users, asked);
  expect(first).toMatchObject({ invited: 1, failedSSOEmails: ["ada@example.com"] });
  expect(await memberBy("bob@")).toMatchObject({ sso: true });
  const userId = (await memberBy("ada@"))?.id ?? "";
  await workspace.ok(admin, member.sso, { organizationId, userId });
  const second = await workspace.ok(admin, invite.users, asked);
  expect(second).toEqual({ users: [], invited: 0 });
});

test.each([
  [[]],
  [["nobody"]],
  [["a@b"]],
  [[{ email: "ada@example.com" }]],
  [[{ email: "ada@example.com", role: "owner" }]],
  [[`${"x".repeat(250)}@example.com`]],
])("an invitation of %j is refused and invites no user", async (emails) => {
  const { workspace, organizationId, admin } = await start();
  const asked = { organizationId, emails: emails as string[] };
  expect(await workspace.refused(admin, invite.users, asked)).toMatchObject({
    status: 400,
    message: expect.stringContaining("emails"),
  });
  expect((await workspace.ok(admin, member.list, { organizationId })).items).toHaveLength(1);
});

test("a link with a role admits any number of users with it", async () => {
  const { workspace, organizationId, admin } = await start();
  const link = await workspace.ok(admin, invite.create, { organizationId, role: "comment" });
  expect(link).toEqual({ object: "invite", id: link.id, role: "comment", redundant: true });
  const guests = await workspace.ok(admin, invite.create, { organizationId, role: null });
  const { items } = await workspace.ok(admin, invite.list, { organizationId });
  expect(items.map((item) => item.id).toSorted()).toEqual([link.id, guests.id].toSorted());
  for (const [inviteId, role] of [
    [link.id, "comment"],
    [link.id, "comment"],
    [guests.id, null],
  ] as const) {
    const person = await workspace.person();
    await workspace.ok(person, invite.accept, { organizationId, inviteId });
    const asked = { organizationId, userId: person };
    expect((await workspace.ok(person, member.get, asked)).role).toBe(role);
  }
  const reader = await workspace.member(organizationId, "read");
  await workspace.ok(reader, invite.accept, { organizationId, inviteId: link.id });
  const still = await workspace.ok(reader, member.get, { organizationId, userId: reader });
  expect(still.role).toBe("read");
  const guest = await workspace.member(organizationId, null);
  await workspace.ok(guest, invite.accept, { organizationId, inviteId: link.id });
  const raised = await workspace.ok(guest, member.get, { organizationId, userId: guest });
  expect(raised.role).toBe("comment");
});

test("a link to a space or collection makes new users guests and grants its level", async () => {
  const { workspace, organizationId, admin } = await start();
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const inside = { organizationId, parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, inside);
  const asked = { organizationId, level: "edit" as const };
  const toSpace = await workspace.ok(admin, invite.create, { ...asked, space: spaceId });
  expect(toSpace).toMatchObject({
    object: "invite",
    id: toSpace.id,
    level: "edit",
    space: { object: "space", id: spaceId },
    redundant: true,
  });
  const toCollection = await workspace.ok(admin, invite.create, {
    ...asked,
    collection: collectionId,
  });
  expect(toCollection.collection).toMatchObject({ object: "collection", id: collectionId });
  expect((await workspace.ok(admin, invite.list, { organizationId })).items).toEqual([]);
  const person = await workspace.person();
  await workspace.ok(person, invite.accept, { organizationId, inviteId: toSpace.id });
  const seen = await workspace.ok(person, space.get, { spaceId });
  expect(seen.permissions).toMatchObject({ edit: true, review: false });
  expect(await workspace.refused(person, collection.get, { collectionId })).toMatchObject({
    status: 404,
  });
  await workspace.ok(person, invite.accept, { organizationId, inviteId: toCollection.id });
  await workspace.ok(person, collection.get, { collectionId });
  const self = await workspace.ok(person, member.get, { organizationId, userId: person });
  expect(self.role).toBeNull();
});

describe("a user accepts a link", () => {
  const states = {
    "a stranger": undefined,
    "a guest": { role: null, disabled: false },
    "a reader": { role: "read", disabled: false },
    "an admin": { role: "admin", disabled: false },
    "a disabled guest": { role: null, disabled: true },
    "a disabled reader": { role: "read", disabled: true },
  } as const;
  type State = keyof typeof states;
  const names = Object.keys(states).filter((name): name is State => name in states);

  slowTests.each(names)("with a role, as %s", async (name) => {
    const { workspace, organizationId, admin } = await start();
    const person = await workspace.person();
    const state = states[name];
    if (state) await workspace.enroll(organizationId, person, state.role, state.disabled);
    const { id } = await workspace.ok(admin, invite.create, { organizationId, role: "edit" });
    const { status } = await workspace.ask(person, invite.accept, { organizationId, inviteId: id });
    expect(status === 404).toBe(state?.disabled === true);
    const row = await workspace.db
      .selectFrom("members")
      .select(["role", "disabled"])
      .where("user_id", "=", person)
      .executeTakeFirstOrThrow();
    const before = state?.role ?? null;
    expect(row).toEqual({
      role: state?.disabled ? before : (before ?? "edit"),
      disabled: Number(state?.disabled ?? false),
    });
  });

  slowTests.each(names)("to a space, as %s", async (name) => {
    const { workspace, organizationId, admin } = await start();
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    const person = await workspace.person();
    const state = states[name];
    if (state) await workspace.enroll(organizationId, person, state.role, state.disabled);
    const asked = { organizationId, level: "review" as const, space: spaceId };
    const { id } = await workspace.ok(admin, invite.create, asked);
    const { status } = await workspace.ask(person, invite.accept, { organizationId, inviteId: id });
    expect(status === 404).toBe(state?.disabled === true);
    const grants = await workspace.db
      .selectFrom("grants")
      .select("holder_id")
      .where("holder_id", "=", person)
      .where("content_id", "=", spaceId)
      .execute();
    expect(grants).toHaveLength(state?.disabled ? 0 : 1);
  });
});

test("a link never lowers an existing grant", async () => {
  const { workspace, organizationId, admin } = await start();
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const guest = await workspace.member(organizationId, null);
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", users: [guest] });
  const link = { organizationId, level: "read" as const, space: spaceId };
  const { id: inviteId } = await workspace.ok(admin, invite.create, link);
  await workspace.ok(guest, invite.accept, { organizationId, inviteId });
  expect((await workspace.ok(guest, space.get, { spaceId })).permissions.review).toBe(true);
});

test("a link must have one target in the organization", async () => {
  const { workspace, organizationId, admin } = await start();
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const { id } = await workspace.ok(admin, space.create, { organizationId });
  const elsewhere = await workspace.ok(admin, space.create, { organizationId: other });
  const deleted = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const level = "read" as const;
  for (const wanted of [
    {},
    { level },
    { space: id },
    { role: level, level, space: id },
    { role: level, space: id },
    { level, space: id, collection: id },
    { level, collection: id },
    { level, space: elsewhere.id },
    { level, space: deleted.id },
  ]) {
    const asked = { organizationId, ...wanted };
    expect(await workspace.refused(admin, invite.create, asked)).toMatchObject({ status: 400 });
  }
  expect((await workspace.ok(admin, invite.list, { organizationId })).items).toEqual([]);
});

test("while invite links are disabled, none is created, and existing ones admit no user", async () => {
  const { workspace, organizationId, admin } = await start();
  const asked = { organizationId, role: "read" as const };
  const { id: inviteId } = await workspace.ok(admin, invite.create, asked);
  await workspace.ok(admin, organization.update, { organizationId, inviteLinks: false });
  expect(await workspace.refused(admin, invite.create, asked)).toMatchObject({ status: 412 });
  const person = await workspace.person();
  const join = { organizationId, inviteId };
  expect(await workspace.refused(person, invite.accept, join)).toMatchObject({ status: 404 });
  await workspace.ok(admin, organization.update, { organizationId, inviteLinks: true });
  await workspace.ok(person, invite.accept, join);
});

test("a link ends when it is deleted, and when its content is transferred or purged", async () => {
  const { workspace, organizationId, admin } = await start();
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const person = await workspace.person();
  const to = async (spaceId: string) => {
    const asked = { organizationId, level: "read" as const, space: spaceId };
    const { id } = await workspace.ok(admin, invite.create, asked);
    return { organizationId, inviteId: id };
  };
  const make = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
  const [moved, purged, kept] = [await make(), await make(), await make()];
  const [first, second, third] = [await to(moved), await to(purged), await to(kept)];
  await workspace.ok(admin, space.transfer, { spaceId: moved, organization: other });
  await workspace.ok(admin, space.remove, { spaceId: purged });
  workspace.passDays(8);
  await workspace.ok(admin, organization.deleteInvite, third);
  for (const link of [first, second, third]) {
    expect(await workspace.refused(person, invite.accept, link)).toMatchObject({ status: 404 });
  }
});

test("only admins invite users, list invites and create links", async () => {
  const { workspace, organizationId } = await start();
  for (const role of ["create", null] as const) {
    const caller = await workspace.member(organizationId, role);
    const forbidden = { status: 403 };
    const asked = { organizationId };
    expect(await workspace.refused(caller, invite.list, asked)).toMatchObject(forbidden);
    const link = { ...asked, role: "admin" as const };
    expect(await workspace.refused(caller, invite.create, link)).toMatchObject(forbidden);
    const users = { ...asked, emails: ["eve@example.com"], role: "admin" as const };
    expect(await workspace.refused(caller, invite.users, users)).toMatchObject(forbidden);
  }
});

test("with enforced single sign-on, no user joins by a link or domain, and invited users sign in by it", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.ok(admin, organization.update, {
    organizationId,
    sso: true,
    emailDomains: ["example.org"],
  });
  const { id: inviteId } = await workspace.ok(admin, invite.create, {
    organizationId,
    role: "read",
  });
  const byLink = await workspace.person();
  const refusal = {
    status: 403,
    message: expect.stringContaining("enforces single sign-on. To join, sign in"),
  };
  const accepting = { organizationId, inviteId };
  expect(await workspace.refused(byLink, invite.accept, accepting)).toEqual(refusal);
  await workspace.vouch(organizationId, "example.org");
  const byDomain = await workspace.person("ada@example.org");
  const joining = { organizationId };
  expect(await workspace.refused(byDomain, organization.join, joining)).toEqual(refusal);
  await workspace.ok(admin, invite.users, { organizationId, emails: ["bob@example.com"] });
  const { items } = await workspace.ok(admin, member.list, { organizationId, order: "asc" });
  const others = items.filter((item) => item.id !== admin);
  expect(others).toHaveLength(1);
  expect(others.every((item) => item.sso)).toBe(true);
});

test("the role of an invite link is shown and changed, for users who join later", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const made = await workspace.ok(admin, invite.create, { organizationId, role: "edit" });
  const asked = { organizationId, inviteId: made.id };
  expect(await workspace.ok(admin, invite.get, asked)).toEqual(made);
  const changed = await workspace.ok(admin, invite.update, { ...asked, role: "read" });
  expect(changed).toEqual({ ...made, role: "read" });
  expect(await workspace.ok(admin, invite.get, asked)).toEqual(changed);
  const level = await workspace.refused(admin, invite.update, { ...asked, level: "read" });
  expect(level).toMatchObject({ status: 400 });
  const reader = await workspace.member(organizationId, "read");
  expect(await workspace.refused(reader, invite.get, asked)).toMatchObject({ status: 403 });
  const unknown = { organizationId, inviteId: "unknown" };
  expect(await workspace.refused(admin, invite.get, unknown)).toMatchObject({ status: 404 });
});
