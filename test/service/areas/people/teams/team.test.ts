import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../../src/contract/collection-permission.ts";
import * as member from "../../../../../src/contract/member.ts";
import * as organization from "../../../../../src/contract/organization.ts";
import * as saml from "../../../../../src/contract/saml.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as team from "../../../../../src/contract/team.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

async function start() {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = async (title: string, members: string[] = []) => {
    const { id } = await workspace.ok(admin, team.create, { organizationId, title, members });
    return { organizationId, teamId: id };
  };
  const listMembers = async (key: { organizationId: string; teamId: string }) => {
    const { items } = await workspace.ok(admin, team.members, key);
    return Object.fromEntries(items.map((item) => [item.organization.id, item.team.role]));
  };
  return { workspace, organizationId, admin, make, listMembers };
}

test("a team is created with its members, and its creator owns it if they are one of them", async () => {
  const { workspace, organizationId, admin, listMembers } = await start();
  const reader = await workspace.member(organizationId, "read");
  const asked = { organizationId, title: "Writers", members: [admin, reader, reader] };
  const made = await workspace.ok(admin, team.create, asked);
  expect(made).toEqual({
    object: "team",
    id: made.id,
    title: "Writers",
    members: 2,
    spaces: 0,
    createdAt: workspace.now.toISOString(),
    permissions: { admin: true, view: true },
  });
  const key = { organizationId, teamId: made.id };
  expect(await listMembers(key)).toEqual({ [admin]: "owner", [reader]: "member" });
  expect(await workspace.ok(admin, team.get, key)).toEqual(made);
});

test("a team is not created with a user outside the organization, nor without a title", async () => {
  const { workspace, organizationId, admin } = await start();
  const stranger = await workspace.member(await workspace.organization(), "admin");
  const asked = { organizationId, title: "Writers", members: [admin, stranger] };
  expect(await workspace.refused(admin, team.create, asked)).toEqual({
    status: 400,
    message: `members contains user ${stranger}, who is not a member of the organization. Specify members only.`,
  });
  for (const title of ["", " ", "x".repeat(65)]) {
    expect(await workspace.refused(admin, team.create, { organizationId, title })).toMatchObject({
      status: 400,
      message: expect.stringContaining("title"),
    });
  }
  expect((await workspace.ok(admin, team.list, { organizationId })).items).toEqual([]);
});

test("teams are listed from the oldest, page by page, and searched by title", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const made: string[] = [];
  for (const title of ["Writers", "Éditeurs", "Editors"]) {
    made.push((await make(title)).teamId);
    workspace.passDays(1);
  }
  const first = await workspace.ok(admin, team.list, { organizationId, limit: 2 });
  const page = first.next?.page ?? "";
  const second = await workspace.ok(admin, team.list, { organizationId, limit: 2, page });
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(made);
  const find = async (title: string) => {
    const { items } = await workspace.ok(admin, team.list, { organizationId, title });
    return items.map((item) => item.title);
  };
  expect(await find("WRITE")).toEqual(["Writers"]);
  expect(await find("éd")).toEqual(["Éditeurs"]);
  expect(await find("ÉDIT")).toEqual(["Éditeurs"]);
  expect(await find("nothing")).toEqual([]);
});

test("the list filtered by owner has the teams that the member can manage", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const owner = await workspace.member(organizationId, "read");
  const writers = await make("Writers", [owner]);
  const editors = await make("Editors", [owner]);
  await workspace.ok(admin, team.putMember, { ...writers, userId: owner, role: "owner" });
  const managed = async (user: string, caller = admin) => {
    const { items } = await workspace.ok(caller, team.list, { organizationId, owner: user });
    return items.map((item) => item.id);
  };
  expect(await managed(owner)).toEqual([writers.teamId]);
  expect((await managed(admin)).toSorted()).toEqual([writers.teamId, editors.teamId].toSorted());
  expect(await managed("nobody")).toEqual([]);
  const disabled = await workspace.member(organizationId, "admin");
  await workspace.ok(admin, member.update, { organizationId, userId: disabled, disabled: true });
  expect(await managed(disabled)).toEqual([]);
  await workspace.ok(admin, team.putMember, { ...editors, userId: owner, role: "owner" });
  expect((await managed(owner)).toSorted()).toEqual([writers.teamId, editors.teamId].toSorted());
  const seen = await workspace.ok(owner, team.list, { organizationId });
  const admins = seen.items.filter((item) => item.permissions.admin).map((item) => item.id);
  expect(admins.toSorted()).toEqual((await managed(owner, owner)).toSorted());
  await workspace.ok(admin, member.update, { organizationId, userId: owner, disabled: true });
  expect(await managed(owner)).toEqual([]);
});

test("owners manage their team, other members do not, and permissions match", async () => {
  const { workspace, organizationId, make, admin, listMembers } = await start();
  const [owner, plain, outside] = [
    await workspace.member(organizationId, "read"),
    await workspace.member(organizationId, "create"),
    await workspace.member(organizationId, "create"),
  ];
  const key = await make("Writers", [owner, plain]);
  await workspace.ok(admin, team.putMember, { ...key, userId: owner, role: "owner" });
  const newcomer = await workspace.member(organizationId, null);
  for (const [caller, manages] of [
    [owner, true],
    [plain, false],
    [outside, false],
  ] as const) {
    const { permissions } = await workspace.ok(caller, team.get, key);
    expect(permissions).toEqual({ admin: manages, view: true });
    const tried = [
      await workspace.ask(caller, team.update, { ...key, title: "Authors" }),
      await workspace.ask(caller, team.changeMembers, { ...key, add: [newcomer] }),
      await workspace.ask(caller, team.putMember, { ...key, userId: newcomer }),
      await workspace.ask(caller, team.dropMember, { ...key, userId: newcomer }),
    ];
    expect(tried.map((answer) => answer.status)).toEqual(
      manages ? [200, 204, 204, 205] : [403, 403, 403, 403],
    );
  }
  expect(await workspace.refused(plain, team.remove, key)).toMatchObject({ status: 403 });
  expect(await workspace.ask(plain, team.dropMember, { ...key, userId: plain })).toMatchObject({
    status: 205,
  });
  expect(await listMembers(key)).toEqual({ [owner]: "owner" });
  expect(await workspace.ask(owner, team.remove, key)).toMatchObject({ status: 205 });
  expect(await workspace.ask(owner, team.remove, key)).toMatchObject({ status: 204 });
});

test("the organization states whether the caller owns a team", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const other = await workspace.organization();
  const owner = await workspace.member(organizationId, "read");
  await workspace.enroll(other, owner, "admin");
  const key = await make("Writers", [owner]);
  const owns = async (organization_: string) => {
    const asked = { organizationId: organization_ };
    const { items } = await workspace.ok(owner, organization.list, {});
    const listed = items.find((item) => item.id === organization_);
    const { permissions } = await workspace.ok(owner, organization.get, asked);
    expect(listed?.permissions).toEqual(permissions);
    return permissions.ownTeam;
  };
  expect(await owns(organizationId)).toBe(false);
  await workspace.ok(admin, team.putMember, { ...key, userId: owner, role: "owner" });
  expect(await owns(organizationId)).toBe(true);
  expect(await owns(other)).toBe(false);
});

test("guests see only their own teams", async () => {
  const { workspace, organizationId, make } = await start();
  const guest = await workspace.member(organizationId, null);
  const own = await make("Writers", [guest]);
  const other = await make("Editors");
  expect((await workspace.ok(guest, team.get, own)).permissions).toEqual({
    admin: false,
    view: true,
  });
  await workspace.ok(guest, team.members, own);
  expect(await workspace.refused(guest, team.get, other)).toMatchObject({ status: 404 });
  expect(await workspace.refused(guest, team.members, other)).toMatchObject({ status: 404 });
  expect(await workspace.ask(guest, team.remove, other)).toMatchObject({ status: 204 });
  expect(await workspace.refused(guest, team.list, { organizationId })).toMatchObject({
    status: 403,
  });
});

test("members are added by id or email and removed, and a member in both lists is removed", async () => {
  const { workspace, organizationId, admin, make, listMembers } = await start();
  const ada = await workspace.person("Ada@Example.com");
  await workspace.enroll(organizationId, ada, "read");
  const [bob, eve] = [
    await workspace.member(organizationId, "read"),
    await workspace.member(organizationId, "read"),
  ];
  const key = await make("Writers", [bob]);
  await workspace.ok(admin, team.changeMembers, {
    ...key,
    add: ["ada@EXAMPLE.com", bob, eve],
    remove: [eve, "nobody", "nobody@example.com"],
    memberships: { [ada]: { role: "owner" } },
  });
  expect(await listMembers(key)).toEqual({ [ada]: "owner", [bob]: "member" });
  await workspace.ok(admin, team.changeMembers, { ...key, add: [ada] });
  expect(await listMembers(key)).toEqual({ [ada]: "owner", [bob]: "member" });
  await workspace.ok(admin, team.changeMembers, {
    ...key,
    memberships: { [ada]: { role: "member" }, [eve]: { role: "owner" } },
  });
  expect(await listMembers(key)).toEqual({ [ada]: "member", [bob]: "member", [eve]: "owner" });
});

test("a change that names a user outside the organization changes nothing", async () => {
  const { workspace, organizationId, admin, make, listMembers } = await start();
  const bob = await workspace.member(organizationId, "read");
  const key = await make("Writers");
  for (const changes of [
    { add: [bob, "nobody"] },
    { add: [bob, "nobody@example.com"] },
    { add: [bob], memberships: { nobody: { role: "owner" as const } } },
  ]) {
    expect(
      await workspace.refused(admin, team.changeMembers, { ...key, ...changes }),
    ).toMatchObject({ status: 400, message: expect.stringContaining("nobody") });
  }
  expect(await listMembers(key)).toEqual({});
  const nobody = { ...key, userId: "nobody" };
  expect(await workspace.refused(admin, team.putMember, nobody)).toMatchObject({ status: 404 });
  expect(await workspace.ask(admin, team.dropMember, nobody)).toMatchObject({ status: 204 });
});

test("a team counts its granted spaces that are not deleted, each once", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const outer = await workspace.ok(admin, collection.create, { organizationId });
  const inner = await workspace.ok(admin, collection.create, { organizationId, parent: outer.id });
  const inCollection = { organizationId, parent: inner.id };
  await workspace.ok(admin, space.create, inCollection);
  const { id: spaceId } = await workspace.ok(admin, space.create, inCollection);
  await workspace.ok(admin, space.create, { organizationId });
  const key = await make("Writers");
  for (const collectionId of [outer.id, inner.id]) {
    const granted = { collectionId, role: "edit" as const, teams: [key.teamId] };
    await workspace.ok(admin, collectionPermission.grant, granted);
  }
  expect((await workspace.ok(admin, team.get, key)).spaces).toBe(2);
  await workspace.ok(admin, space.remove, { spaceId });
  expect((await workspace.ok(admin, team.get, key)).spaces).toBe(1);
});

test("deleting a team removes its grants, and keeps its members and providers", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const guest = await workspace.member(organizationId, null);
  const key = await make("Writers", [guest]);
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const granted = { collectionId, role: "read" as const, teams: [key.teamId] };
  await workspace.ok(admin, collectionPermission.grant, granted);
  const provider = await workspace.ok(admin, saml.create, {
    organizationId,
    label: "Login",
    defaultTeam: key.teamId,
  });
  expect(provider.defaultTeam?.id).toBe(key.teamId);
  await workspace.ok(guest, collection.get, { collectionId });
  expect(await workspace.ask(admin, team.remove, key)).toMatchObject({ status: 205 });
  expect(await workspace.refused(guest, collection.get, { collectionId })).toMatchObject({
    status: 404,
  });
  expect(await workspace.refused(admin, team.get, key)).toMatchObject({ status: 404 });
  const grants = workspace.db.selectFrom("grants").selectAll();
  expect(await grants.where("organization_id", "=", organizationId).execute()).toEqual([]);
  const asked = { organizationId, samlProviderId: provider.id };
  expect(await workspace.ok(admin, saml.get, asked)).not.toHaveProperty("defaultTeam");
  await workspace.ok(guest, organization.get, { organizationId });
});

test("only admins create teams, and a blank title leaves a team unchanged", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const creator = await workspace.member(organizationId, "create");
  const asked = { organizationId, title: "Writers" };
  expect((await workspace.refused(creator, team.create, asked)).status).toBe(403);
  const key = await make("Editors");
  const before = await workspace.ok(admin, team.get, key);
  expect(await workspace.refused(admin, team.update, { ...key, title: " " })).toMatchObject({
    ...{ status: 400, message: expect.stringContaining("title") },
  });
  expect((await workspace.ok(admin, team.list, { organizationId })).items).toEqual([before]);
});
