import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as permission from "../../../../../src/contract/collection-permission.ts";
import { roles } from "../../../../../src/contract/roles.ts";
import * as team from "../../../../../src/contract/team.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const guest = await workspace.member(organizationId, null);
  const asked = { organizationId, title: "Writers" };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  const users = async () => {
    const { items } = await workspace.ok(admin, permission.listUsers, { collectionId });
    return Object.fromEntries(items.map((item) => [item.user.id, item.permission]));
  };
  const teams = async () => {
    const { items } = await workspace.ok(admin, permission.listTeams, { collectionId });
    return Object.fromEntries(items.map((item) => [item.team.id, item.permission]));
  };
  return { workspace, organizationId, admin, collectionId, guest, teamId, users, teams };
}

test("a role is granted to users and teams, changed, and revoked", async () => {
  const { workspace, admin, collectionId, guest, teamId, users, teams } = await start();
  const to = { collectionId, role: "edit" as const, users: [guest, guest], teams: [teamId] };
  await workspace.ok(admin, permission.grant, to);
  expect([await users(), await teams()]).toEqual([{ [guest]: "edit" }, { [teamId]: "edit" }]);
  await workspace.ok(admin, permission.grant, { collectionId, role: "read", users: [guest] });
  expect([await users(), await teams()]).toEqual([{ [guest]: "read" }, { [teamId]: "edit" }]);
  for (const role of roles) {
    await workspace.ok(admin, permission.updateUser, { collectionId, userId: guest, role });
    await workspace.ok(admin, permission.updateTeam, { collectionId, teamId, role });
    expect([await users(), await teams()]).toEqual([{ [guest]: role }, { [teamId]: role }]);
  }
  const [user, group] = [
    { collectionId, userId: guest },
    { collectionId, teamId },
  ];
  for (const status of [205, 204]) {
    expect(await workspace.ask(admin, permission.removeUser, user)).toMatchObject({ status });
    expect(await workspace.ask(admin, permission.removeTeam, group)).toMatchObject({ status });
  }
  expect([await users(), await teams()]).toEqual([{}, {}]);
  const gone = { status: 404 };
  const role = "read" as const;
  expect(await workspace.refused(admin, permission.updateUser, { ...user, role })).toMatchObject(
    gone,
  );
  expect(await workspace.refused(admin, permission.updateTeam, { ...group, role })).toMatchObject(
    gone,
  );
});

test("a role cannot be granted outside the organization, and needs at least one user or team", async () => {
  const { workspace, organizationId, admin, collectionId, guest, users } = await start();
  const other = await workspace.organization();
  const stranger = await workspace.member(other, "admin");
  await workspace.enroll(other, admin, "admin");
  const foreign = await workspace.ok(admin, team.create, { organizationId: other, title: "Away" });
  for (const to of [
    {},
    { users: [] },
    { users: [guest, stranger] },
    { users: [guest], teams: [foreign.id] },
    { teams: [guest] },
    { users: [organizationId] },
  ]) {
    const input = { collectionId, role: "read" as const, ...to };
    expect(await workspace.refused(admin, permission.grant, input)).toMatchObject({ status: 400 });
  }
  expect(await users()).toEqual({});
});

test("only admins of the collection grant roles in it", async () => {
  const { workspace, admin, collectionId, guest, teamId, users } = await start();
  const grant = { collectionId, role: "read" as const, teams: [teamId] };
  const attempts = () =>
    Promise.all([
      workspace.ask(guest, permission.grant, grant),
      workspace.ask(guest, permission.listUsers, { collectionId }),
      workspace.ask(guest, permission.listTeams, { collectionId }),
      workspace.ask(guest, permission.updateTeam, { collectionId, teamId, role: "read" }),
      workspace.ask(guest, permission.updateUser, { collectionId, userId: admin, role: "read" }),
      workspace.ask(guest, permission.removeUser, { collectionId, userId: admin }),
      workspace.ask(guest, permission.removeTeam, { collectionId, teamId }),
    ]);
  const statuses = async () => (await attempts()).map((answer) => answer.status);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404]);
  await workspace.ok(admin, permission.grant, { collectionId, role: "create", users: [guest] });
  expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403, 403]);
  await workspace.ok(admin, permission.grant, { collectionId, role: "admin", users: [guest] });
  const seen = await workspace.ok(guest, collection.get, { collectionId });
  expect(seen.permissions.admin).toBe(true);
  await workspace.ok(guest, permission.grant, grant);
  expect(await users()).toEqual({ [guest]: "admin" });
});

test("the lists of grants are paged", async () => {
  const { workspace, organizationId, admin, collectionId } = await start();
  const granted: string[] = [];
  for (let count = 0; count < 5; count++) {
    granted.push(await workspace.member(organizationId, null));
  }
  await workspace.ok(admin, permission.grant, { collectionId, role: "read", users: granted });
  const found: string[] = [];
  let page: string | undefined;
  do {
    const asked = { collectionId, limit: 2, ...(page && { page }) };
    const answer = await workspace.ok(admin, permission.listUsers, asked);
    found.push(...answer.items.map((item) => item.user.id));
    page = answer.next?.page;
  } while (page);
  expect(found.toSorted()).toEqual(granted.toSorted());
});
