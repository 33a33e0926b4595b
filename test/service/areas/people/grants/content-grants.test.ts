import { describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import * as permission from "../../../../../src/contract/space-permission.ts";
import * as team from "../../../../../src/contract/team.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

/** Two spaces, in which a user, another user and a team have the role edit. */
async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const [one, two] = [
    (await workspace.ok(admin, space.create, { organizationId })).id,
    (await workspace.ok(admin, space.create, { organizationId })).id,
  ];
  const [ada, bob] = [
    await workspace.member(organizationId, null),
    await workspace.member(organizationId, null),
  ];
  const writers = (await workspace.ok(admin, team.create, { organizationId, title: "W" })).id;
  for (const spaceId of [one, two]) {
    await workspace.ok(admin, permission.grant, {
      ...{ spaceId, role: "edit" as const, users: [ada, bob], teams: [writers] },
    });
  }
  const roles = async (spaceId: string) => {
    const users = await readAllPages<{ user: { id: string }; permission: string }>(
      workspace,
      admin,
      permission.listUsers,
      { spaceId },
    );
    const teams = await readAllPages<{ team: { id: string }; permission: string }>(
      workspace,
      admin,
      permission.listTeams,
      { spaceId },
    );
    const byHolder = new Map([
      ...users.map((one): [string, string] => [one.user.id, one.permission]),
      ...teams.map((one): [string, string] => [one.team.id, one.permission]),
    ]);
    return [ada, bob, writers].map((holder) => byHolder.get(holder));
  };
  const all = ["edit", "edit", "edit"];
  return { workspace, organizationId, admin, one, two, ada, bob, writers, roles, all };
}

describe("grants in a space", () => {
  test("are changed or revoked for the named users and teams only", async () => {
    const { workspace, admin, one, two, ada, writers, roles, all } = await start();
    const grant = (role: "read" | "admin" | null, holders: object) =>
      workspace.ok(admin, permission.grant, { spaceId: one, role, ...holders });
    await grant("admin", { users: [ada] });
    expect(await roles(one)).toEqual(["admin", "edit", "edit"]);
    await grant("read", { users: [ada], teams: [writers] });
    expect(await roles(one)).toEqual(["read", "edit", "read"]);
    await grant(null, { users: [ada] });
    expect(await roles(one)).toEqual([undefined, "edit", "read"]);
    await grant(null, { users: [ada], teams: [writers] });
    expect(await roles(one)).toEqual([undefined, "edit", undefined]);
    expect(await roles(two)).toEqual(all);
  });

  slowTest("are revoked by the role null, and then not found", async () => {
    const { workspace, admin, one, two, ada, bob, writers, roles, all } = await start();
    const inUser = (userId: string, role: "read" | null) =>
      workspace.ask(admin, permission.updateUser, { spaceId: one, userId, role });
    const inTeam = (teamId: string, role: "read" | null) =>
      workspace.ask(admin, permission.updateTeam, { spaceId: one, teamId, role });
    expect((await inUser(ada, null)).status).toBeLessThan(300);
    expect(await roles(one)).toEqual([undefined, "edit", "edit"]);
    for (const role of [null, "read"] as const) {
      expect(await inUser(ada, role)).toMatchObject({
        status: 404,
        message: expect.stringContaining(`ole granted to the user ${ada}`),
      });
      expect((await inUser(writers, role)).status).toBe(404);
      expect((await inTeam(bob, role)).status).toBe(404);
    }
    expect(await roles(one)).toEqual([undefined, "edit", "edit"]);
    expect((await inTeam(writers, "read")).status).toBeLessThan(300);
    expect(await roles(one)).toEqual([undefined, "edit", "read"]);
    expect((await inTeam(writers, null)).status).toBeLessThan(300);
    expect(await inTeam(writers, null)).toMatchObject({
      status: 404,
      message: expect.stringContaining(`ole granted to the team ${writers}`),
    });
    expect(await roles(one)).toEqual([undefined, "edit", undefined]);
    expect(await roles(two)).toEqual(all);
  });

  slowTest("of some holders are refused if one of them is not in the organization", async () => {
    const { workspace, admin, one, ada, writers, roles, all } = await start();
    const other = await workspace.organization();
    await workspace.enroll(other, admin, "admin");
    const foreign = await workspace.ok(admin, team.create, { organizationId: other, title: "F" });
    const stranger = await workspace.person();
    const grant = (holders: object) =>
      workspace.ask(admin, permission.grant, { spaceId: one, role: "admin", ...holders });
    for (const [holders, message] of [
      [{}, "No users or teams specified. Specify at least one user or team."],
      [{ users: [], teams: [] }, "No users or teams specified. Specify at least one user or team."],
      [
        { users: [ada], teams: [writers, foreign.id] },
        `teams: ${foreign.id} is not a team of this organization. Check the id.`,
      ],
      [{ users: [ada, stranger], teams: [writers] }, expect.stringContaining(stranger)],
      [{ teams: [ada] }, `teams: ${ada} is not a team of this organization. Check the id.`],
    ] as const) {
      const { status, message: found } = await grant(holders);
      expect([status, found]).toEqual([400, message]);
      expect(await roles(one)).toEqual(all);
    }
  });
});
