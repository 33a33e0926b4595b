import { expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import * as review from "../../../src/contract/cr-review.ts";
import type { Role } from "../../../src/contract/roles.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openMembers } from "../../support/organizations/members.ts";
import { openAccessPlatform } from "../../support/platforms/access-platform.ts";

/** Ada is named by a merge rule, a review, a team and a grant. */
async function involve(world: Awaited<ReturnType<typeof openMembers>>) {
  const { workspace, admin, organizationId, ids, teamId } = world;
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Handbook",
  });
  const users = [ids.ada];
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", users });
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, {
    spaceId,
    subject: "Change",
  });
  await workspace.ok(admin, review.request, { spaceId, changeRequestId, users });
  await workspace.ok(ids.ada, cr.create, { spaceId, subject: "Of Ada" });
  const rules = [{ rule: "require_specific_reviewers" as const, users }];
  await workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "rules", rules } });
  const owner = { organizationId, teamId, userId: ids.ada, role: "owner" as const };
  await workspace.ok(admin, team.putMember, owner);
  return { spaceId, changeRequestId };
}

slowTest(
  "offboarding hands over rules, reviews, teams and grants before it revokes access",
  async () => {
    const world = await openMembers();
    const { run, writes, workspace, admin, ids, organizationId, teamId, members } = world;
    const { spaceId, changeRequestId } = await involve(world);
    const alone = await run(`member offboard ${ids.ada} --yes`);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("--successor")]);
    const line = `member offboard ada@example.com --successor grace@example.com --yes`;
    const { code, stderr } = await run(line);
    expect(code, stderr).toBe(0);
    const last = writes().at(-1);
    expect(last).toBe(`DELETE /v1/orgs/${organizationId}/members/${ids.ada}`);
    expect(stderr).toContain("Still open under the name of");
    expect(stderr).toContain('"Of Ada"');
    const { mergeRules } = await workspace.ok(admin, space.get, { spaceId });
    expect(JSON.stringify(mergeRules)).toContain(ids.grace);
    expect(JSON.stringify(mergeRules)).not.toContain(ids.ada);
    const asked = await workspace.ok(admin, review.requestedReviewers, {
      spaceId,
      changeRequestId,
    });
    expect(JSON.stringify(asked)).toContain(ids.grace);
    const inTeam = await workspace.ok(admin, team.members, { organizationId, teamId });
    expect(inTeam.items.map((one) => [one.organization.id, one.team.role])).toEqual([
      [ids.grace, "owner"],
    ]);
    const granted = await workspace.ok(admin, spacePermission.listUsers, { spaceId });
    expect(granted.items.map(({ user, permission }) => [user.id, permission])).toEqual([
      [ids.grace, "review"],
    ]);
    expect(await members()).toEqual(["grace@example.com read", "root@example.com admin"]);
  },
);

slowTest("a successor takes over only the teams that would have no owner", async () => {
  const { run, workspace, admin, ids, organizationId, teamId } = await openMembers();
  const make = async (title: string, members: Readonly<Record<string, "owner" | "member">>) => {
    const { id } = await workspace.ok(admin, team.create, { organizationId, title });
    for (const [userId, role] of Object.entries(members)) {
      await workspace.ok(admin, team.putMember, { organizationId, teamId: id, userId, role });
    }
    return id;
  };
  const solely = await make("Writers", { [ids.ada]: "owner", [admin]: "member" });
  const shared = await make("Editors", { [ids.ada]: "owner", [admin]: "owner" });
  const plain = await make("Readers", { [ids.ada]: "member", [admin]: "owner" });
  const line = "member offboard ada@example.com --successor grace@example.com --yes";
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(0);
  const roles = async (id: string) => {
    const { items } = await workspace.ok(admin, team.members, { organizationId, teamId: id });
    return Object.fromEntries(items.map((one) => [one.organization.id, one.team.role]));
  };
  expect(await roles(solely)).toEqual({ [ids.grace]: "owner", [admin]: "member" });
  expect(await roles(shared)).toEqual({ [admin]: "owner" });
  expect(await roles(plain)).toEqual({ [admin]: "owner" });
  expect(await roles(teamId)).toEqual({});
});

slowTest("a successor is not asked to review their own change request", async () => {
  const world = await openMembers();
  const { run, workspace, admin, ids } = world;
  const { spaceId } = await involve(world);
  const users = [ids.grace];
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", users });
  const { id: changeRequestId } = await workspace.ok(ids.grace, cr.create, {
    spaceId,
    subject: "Of Grace",
  });
  const asked = { spaceId, changeRequestId };
  await workspace.ok(ids.grace, review.request, { ...asked, users: [ids.ada] });
  const line = "member offboard ada@example.com --successor grace@example.com --yes";
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/No other review is requested for change request #\d+ "Of Grace"/);
  const left = await workspace.ok(admin, review.requestedReviewers, asked);
  expect(left.items).toEqual([]);
});

slowTest(
  "a successor without the review permission is refused with the command that grants it",
  async () => {
    const world = await openMembers();
    const { run, writes, workspace, admin, ids, teamId } = world;
    const { spaceId } = await involve(world);
    const line = `member offboard ${ids.ada} --successor ${ids.grace}`;
    // Ada hands over her own grants, which are insufficient now.
    const users = [ids.ada];
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "comment", users });
    const { code, stderr } = await run(`${line} --yes`);
    expect([code, writes()]).toEqual([2, []]);
    expect(stderr).toContain('cannot take over the reviews in the space "Hand');
    expect(stderr).toContain(`permission grant ${spaceId} --user ${ids.grace} --role review`);
    // A team whose owner the successor becomes grants the role too.
    const teams = [teamId];
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: null, users });
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", teams });
    const dry = await run(`${line} --dry-run`);
    expect([dry.code, writes()], dry.stderr).toEqual([0, []]);
    expect(dry.stderr).toContain('owner of the team "Tour Guides"');
    expect(JSON.parse(dry.stdout).at(-1)).toMatchObject({ method: "DELETE" });
  },
);

slowTest("nothing is revoked if a handover fails", async () => {
  const world = await openMembers();
  const { run, writes, ids, members } = world;
  const { spaceId } = await involve(world);
  const before = await members();
  const line = `member offboard ${ids.ada} --successor ${ids.grace} --yes`;
  const refuse = (what: string) => (what === `PATCH /v1/spaces/${spaceId}` ? 403 : undefined);
  const { code, stdout } = await run(line, undefined, refuse);
  expect([code, await members(), writes().length]).toEqual([9, before, 1]);
  expect(stdout).toContain("not begun");
});

test("a removal that awaits admins is pending, and remaining access is listed", async () => {
  const { run, ids, members } = await openMembers();
  const before = await members();
  const ask = (what: string) => (what.startsWith("DELETE") ? 202 : undefined);
  const line = `member offboard ${ids.ada} --yes`;
  const { code, stdout, stderr } = await run(line, undefined, ask);
  expect([code, await members()], stderr).toEqual([8, before]);
  expect(stdout).toContain("asked");
  expect(stderr).toContain("still has the role create");
});

slowTest(
  "offboarding refuses the current user, the last admin and the member as their own successor",
  async () => {
    const { run, ids, admin, workspace, organizationId, writes } = await openMembers();
    const refused = async (line: string, said: string) => {
      const { code, stderr } = await run(line);
      expect([line, code, stderr, writes()]).toEqual([line, 2, expect.stringContaining(said), []]);
    };
    await refused(`member offboard ${admin} --yes`, "You cannot offboard yourself");
    await refused(`member offboard ${ids.ada} --successor ${ids.ada} --yes`, "another user");
    await refused(
      `member offboard ${ids.ada} --successor X1234567890123456789 --yes`,
      "not a member",
    );
    const other = await openAccessPlatform(workspace, organizationId, ids.grace);
    const change = (userId: string, values: { readonly role: Role; readonly disabled?: 0 | 1 }) =>
      workspace.db.updateTable("members").set(values).where("user_id", "=", userId).execute();
    await change(ids.ada, { role: "admin" });
    for (const root of [{ role: "read" }, { role: "admin", disabled: 1 }] as const) {
      await change(admin, root);
      const { code, stderr } = await other.run(`member offboard ${ids.ada} --yes`);
      expect([root, code, stderr]).toEqual([root, 2, expect.stringContaining("the last admin")]);
    }
    // A disabled admin is not the last one, even if no other member is an admin.
    await change(ids.ada, { role: "read" });
    const { stderr } = await other.run(`member offboard ${admin} --yes`);
    expect(stderr).not.toContain("the last admin");
  },
);

slowTest(
  "--keep-member leaves a guest without access, and a second run changes nothing",
  async () => {
    const world = await openMembers();
    const { run, ids, members, writes } = world;
    await involve(world);
    const line = `member offboard ${ids.ada} --successor ${ids.grace} --keep-member --yes`;
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([0, expect.stringContaining("no role in a collection")]);
    expect(await members()).toContain("ada@example.com guest");
    const again = await run(line);
    expect([again.code, writes()], again.stderr).toEqual([0, []]);
  },
);
