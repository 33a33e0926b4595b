import { expect, test } from "vitest";
import { roles } from "../../../../../src/contract/roles.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as permission from "../../../../../src/contract/space-permission.ts";
import * as team from "../../../../../src/contract/team.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const guest = await workspace.member(organizationId, null);
  const asked = { organizationId, title: "Writers" };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  const users = async () => {
    const { items } = await workspace.ok(admin, permission.listUsers, { spaceId });
    return Object.fromEntries(items.map((item) => [item.user.id, item.permission]));
  };
  const teams = async () => {
    const { items } = await workspace.ok(admin, permission.listTeams, { spaceId });
    return Object.fromEntries(items.map((item) => [item.team.id, item.permission]));
  };
  return { workspace, organizationId, admin, spaceId, guest, teamId, users, teams };
}

test("a role is granted to users and teams, changed, and revoked", async () => {
  const { workspace, admin, spaceId, guest, teamId, users, teams } = await start();
  const to = { spaceId, role: "edit" as const, users: [guest, guest], teams: [teamId] };
  await workspace.ok(admin, permission.grant, to);
  expect([await users(), await teams()]).toEqual([{ [guest]: "edit" }, { [teamId]: "edit" }]);
  await workspace.ok(admin, permission.grant, { spaceId, role: "read", users: [guest] });
  expect([await users(), await teams()]).toEqual([{ [guest]: "read" }, { [teamId]: "edit" }]);
  for (const role of roles) {
    await workspace.ok(admin, permission.updateUser, { spaceId, userId: guest, role });
    await workspace.ok(admin, permission.updateTeam, { spaceId, teamId, role });
    expect([await users(), await teams()]).toEqual([{ [guest]: role }, { [teamId]: role }]);
  }
  const [user, group] = [
    { spaceId, userId: guest },
    { spaceId, teamId },
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
  const { workspace, organizationId, admin, spaceId, guest, users } = await start();
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
    const input = { spaceId, role: "read" as const, ...to };
    expect(await workspace.refused(admin, permission.grant, input)).toMatchObject({ status: 400 });
  }
  expect(await users()).toEqual({});
});

test("only admins of the space grant roles in it", async () => {
  const { workspace, admin, spaceId, guest, teamId, users } = await start();
  const grant = { spaceId, role: "read" as const, teams: [teamId] };
  const attempts = () =>
    Promise.all([
      workspace.ask(guest, permission.grant, grant),
      workspace.ask(guest, permission.listUsers, { spaceId }),
      workspace.ask(guest, permission.listTeams, { spaceId }),
      workspace.ask(guest, permission.updateTeam, { spaceId, teamId, role: "read" }),
      workspace.ask(guest, permission.updateUser, { spaceId, userId: admin, role: "read" }),
      workspace.ask(guest, permission.removeUser, { spaceId, userId: admin }),
      workspace.ask(guest, permission.removeTeam, { spaceId, teamId }),
    ]);
  const statuses = async () => (await attempts()).map((answer) => answer.status);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404]);
  await workspace.ok(admin, permission.grant, { spaceId, role: "create", users: [guest] });
  expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403, 403]);
  await workspace.ok(admin, permission.grant, { spaceId, role: "admin", users: [guest] });
  const seen = await workspace.ok(guest, space.get, { spaceId });
  expect(seen.permissions.admin).toBe(true);
  await workspace.ok(guest, permission.grant, grant);
  expect(await users()).toEqual({ [guest]: "admin" });
});

test("a team id is not a user when a grant is changed or revoked, and vice versa", async () => {
  const { workspace, admin, spaceId, guest, teamId, users } = await start();
  const [role, userId] = ["read" as const, guest];
  await workspace.ok(admin, permission.grant, { spaceId, role, users: [guest], teams: [teamId] });
  const refusals = [
    await workspace.refused(admin, permission.updateUser, {
      spaceId,
      userId: teamId,
      role: "edit",
    }),
    await workspace.refused(admin, permission.updateTeam, { spaceId, teamId: guest, role: "edit" }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404]);
  const nothing = [
    await workspace.ask(admin, permission.removeUser, { spaceId, userId: teamId }),
    await workspace.ask(admin, permission.removeTeam, { spaceId, teamId: guest }),
  ];
  expect(nothing.map(({ status }) => status)).toEqual([204, 204]);
  expect(await users()).toEqual({ [userId]: role });
  const teams = await workspace.ok(admin, permission.listTeams, { spaceId });
  expect(teams.items.map(({ permission, team }) => [team.id, permission])).toEqual([
    [teamId, role],
  ]);
});

test("the lists of grants are paged", async () => {
  const { workspace, organizationId, admin, spaceId } = await start();
  const granted: string[] = [];
  for (let count = 0; count < 5; count++) {
    granted.push(await workspace.member(organizationId, null));
  }
  await workspace.ok(admin, permission.grant, { spaceId, role: "read", users: granted });
  const found: string[] = [];
  let page: string | undefined;
  do {
    const asked = { spaceId, limit: 2, ...(page && { page }) };
    const answer = await workspace.ok(admin, permission.listUsers, asked);
    found.push(...answer.items.map((item) => item.user.id));
    page = answer.next?.page;
  } while (page);
  expect(found.toSorted()).toEqual(granted.toSorted());
  const teams: string[] = [];
  for (const title of ["One", "Two", "Three"]) {
    teams.push((await workspace.ok(admin, team.create, { organizationId, title })).id);
  }
  await workspace.ok(admin, permission.grant, { spaceId, role: "read", teams });
  type Item = { team: { id: string } };
  const listed = await readAllPages<Item>(workspace, admin, permission.listTeams, { spaceId });
  expect(listed.map((item) => item.team.id)).toEqual(teams.toSorted());
});
