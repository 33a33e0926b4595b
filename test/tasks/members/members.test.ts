import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import * as review from "../../../src/contract/cr-review.ts";
import type { Role } from "../../../src/contract/roles.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { openAccessPlatform } from "../../support/access-platform.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { openWorkspace } from "../../support/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const join = async (name: string, role: Role | null) => {
    const user = await workspace.person(`${name}@example.com`);
    await workspace.enrol(organizationId, user, role);
    return user;
  };
  const admin = await join("root", "admin");
  const ids = { ada: await join("ada", "create"), grace: await join("grace", "read") };
  const asked = { organizationId, title: "Tour Guides" };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  const folder = temporaryFolder();
  const roster = (name: string, text: string) => {
    writeFileSync(`${folder}/${name}`, text);
    return ["member", "sync", "--roster", `${folder}/${name}`];
  };
  const members = async () => {
    const rows = await workspace.db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["email", "members.role"])
      .where("organization_id", "=", organizationId)
      .execute();
    return rows.map(({ email, role }) => `${email} ${role ?? "guest"}`).toSorted();
  };
  return { workspace, organizationId, admin, ids, teamId, folder, roster, members, ...platform };
}

/** As in section 8.2 of RFC 7643, within a list as in section 3.4.2 of RFC 7644. */
const directory = {
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: 2,
  Resources: [
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: "2819c223-7f76-453a-919d-413861904646",
      externalId: "701984",
      userName: "bjensen@example.com",
      emails: [
        { value: "bjensen@example.com", type: "work", primary: true },
        { value: "babs@jensen.org", type: "home" },
      ],
      active: true,
      groups: [
        { value: "e9e30dba-f08f-4109-8486-d5c6a331660a", display: "Tour Guides" },
        { value: "fc348aa8-3835-40eb-a20b-c726e15c55b5", display: "Employees" },
      ],
    },
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: "c75ad752-64ae-4823-840d-ffa80929976c",
      userName: "ada@example.com",
      active: false,
    },
  ],
};

test("The list of a directory is a roster: groups are teams, and whoever is inactive leaves", async () => {
  const { roster, run, members, workspace, organizationId, teamId, admin } = await start();
  const line = roster("scim.json", JSON.stringify(directory));
  const kept = await run([...line, "--prune", "--max-removals", "1"]);
  expect([kept.code, kept.stderr]).toEqual([
    2,
    expect.stringContaining("2 of 3 people would lose"),
  ]);
  const { code, stderr } = await run([...line, "--prune", "--max-removals", "2", "--yes"]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("1 group of the roster is no team here");
  expect(await members()).toEqual(["bjensen@example.com guest", "root@example.com admin"]);
  const { items } = await workspace.ok(admin, team.members, { organizationId, teamId });
  expect(items.map(({ organization }) => organization.user.email)).toEqual(["bjensen@example.com"]);
});

test.each([
  ["a list with fewer people than it has", { ...directory, totalResults: 3 }, "has 2 of 3 people"],
  ["a list without people", { ...directory, totalResults: 0, Resources: [] }, "has no people"],
  [
    "people without an email",
    { ...directory, totalResults: 1, Resources: [{ id: "1", userName: "bjensen" }] },
    'has no email but "bjensen"',
  ],
  [
    "an error of a directory",
    { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] },
    "without Resources",
  ],
])("Of a directory, %s changes nobody", async (_, answer, said) => {
  const { roster, run, writes } = await start();
  const { code, stderr } = await run([...roster("scim.json", JSON.stringify(answer)), "--prune"]);
  expect([code, stderr, writes()]).toEqual([2, expect.stringContaining(said), []]);
});

test.each([
  ["no row", "email\n", "has no people"],
  ["nothing at all", "", "has no people"],
  ["no column email", "name\nAda\n", "no column email"],
  ["a last email that is none yet", "email\nada@example.com\ngrace@exam", "has no email but"],
  [
    "a last email of a domain of its own",
    "email\nada@example.com\ngrace@example.co",
    "email may go on",
  ],
  [
    "a last row of too few cells",
    "email,role\nada@example.com,read\ngrace@example.com",
    "fewer cells",
  ],
  ["a last cell in quotes that do not end", 'email,teams\nada@example.com,"Tour', "never closed"],
  ["a newcomer with nothing in the last cell", "email,role\nnew@example.com,", "role may go on"],
  ["an id at its end that nobody has", "email,id\nada@example.com,e1", "id may go on"],
  ["a person twice", "email\nada@example.com\nADA@example.com\n", "a person stands once"],
  ["a role that is none", "email,role\nada@example.com,boss\n", 'the role "boss" is none of'],
  ["a team that is none", "email,teams\nada@example.com,Nowhere\n", 'no team "Nowhere"'],
])("A roster with %s changes nobody", async (_, text, said) => {
  const { roster, run, writes } = await start();
  const { code, stderr } = await run([...roster("people.csv", text), "--prune", "--yes"]);
  expect([code, stderr, writes()]).toEqual([2, expect.stringContaining(said), []]);
});

test.each([
  ["a role", "email,role\nada@example.com,create\r\ngrace@example.com,read"],
  ["a role that is not said", "email,role\nada@example.com,create\r\ngrace@example.com,"],
  ["a team", "email,teams\ngrace@example.com,\r\nada@example.com,Tour Guides"],
  ["a column of others", "email,note\nada@example.com,\r\ngrace@example.com,on lea"],
  ["a member", "email\nada@example.com\r\ngrace@example.com"],
  ["a newcomer of a known domain", "email\nada@example.com\r\nnew@example.com"],
])("A table may end without a line break, with %s", async (_, text) => {
  const { roster, run } = await start();
  const requests = async (ended: string) => {
    const { code, stdout, stderr } = await run([...roster("people.csv", ended), "--dry-run"]);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  expect(await requests(text)).toBe(await requests(`${text}\r\n`));
});

test("JSON tells by itself that it is whole, with a line break or without", async () => {
  const { roster, run, writes } = await start();
  const lines = '{"email":"ada@example.com"}\n{"email":"grace@example.com"}';
  expect((await run(roster("people.ndjson", lines))).code).toBe(0);
  const cut = await run(roster("people.ndjson", lines.slice(0, -1)));
  expect([cut.code, writes()]).toEqual([2, []]);
});

test("Without --prune nobody loses anything but a role, which is asked about", async () => {
  const { roster, run, members } = await start();
  const line = roster("people.csv", "email,role\nada@example.com,read\nnew@example.com,guest\n");
  const asked = await run(line);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  const { code, stderr } = await run([...line, "--yes"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("2 members are not in the roster")]);
  expect(await members()).toEqual([
    "ada@example.com read",
    "grace@example.com read",
    "new@example.com guest",
    "root@example.com admin",
  ]);
});

test("Which member an id is, is kept in a file for its owner alone", async () => {
  const { roster, run, folder, ids } = await start();
  const state = join(folder, "ids.json");
  const line = roster("people.csv", "id,email\ne7,ada@example.com\n");
  expect((await run([...line, "--state", state])).code).toBe(0);
  expect(JSON.stringify(JSON.parse(readFileSync(state, "utf8")))).toContain(`{"e7":"${ids.ada}"}`);
  writeFileSync(state, "{ broken");
  const { code, stderr } = await run([...line, "--state", state]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("matched by their emails alone")]);
});

/** Ada is named by a merge rule, a review, a team and a grant. */
async function involve(world: Awaited<ReturnType<typeof start>>) {
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

test("An offboarding hands over rules, reviews, teams and grants before it takes anything", async () => {
  const world = await start();
  const { run, writes, workspace, admin, ids, organizationId, teamId, members } = world;
  const { spaceId, changeRequestId } = await involve(world);
  const alone = await run(`member offboard ${ids.ada} --yes`);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("--successor")]);
  const line = `member offboard ada@example.com --successor grace@example.com --yes`;
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(0);
  const last = writes().at(-1);
  expect(last).toBe(`DELETE /v1/orgs/${organizationId}/members/${ids.ada}`);
  expect(stderr).toContain("stays under the name of");
  expect(stderr).toContain('"Of Ada"');
  const { mergeRules } = await workspace.ok(admin, space.get, { spaceId });
  expect(JSON.stringify(mergeRules)).toContain(ids.grace);
  expect(JSON.stringify(mergeRules)).not.toContain(ids.ada);
  const asked = await workspace.ok(admin, review.requestedReviewers, { spaceId, changeRequestId });
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
});

test("A successor who could not review is refused before anything is sent, with the grant that is missing", async () => {
  const world = await start();
  const { run, writes, workspace, admin, ids, teamId } = world;
  const { spaceId } = await involve(world);
  const line = `member offboard ${ids.ada} --successor ${ids.grace}`;
  // What Ada gives is what Ada was granted, which is too little now.
  const users = [ids.ada];
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "comment", users });
  const { code, stderr } = await run(`${line} --yes`);
  expect([code, writes()]).toEqual([2, []]);
  expect(stderr).toContain('could not give the reviews that would fall to them in the space "Hand');
  expect(stderr).toContain(`permission grant ${spaceId} --user ${ids.grace} --role review`);
  // A team of which the successor becomes the owner brings the role too.
  const teams = [teamId];
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: null, users });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", teams });
  const dry = await run(`${line} --dry-run`);
  expect([dry.code, writes()], dry.stderr).toEqual([0, []]);
  expect(dry.stderr).toContain('owner of the team "Tour Guides"');
  expect(JSON.parse(dry.stdout).at(-1)).toMatchObject({ method: "DELETE" });
});

test("If something cannot be handed over, nothing is taken", async () => {
  const world = await start();
  const { run, writes, ids, members } = world;
  const { spaceId } = await involve(world);
  const before = await members();
  const line = `member offboard ${ids.ada} --successor ${ids.grace} --yes`;
  const refuse = (what: string) => (what === `PATCH /v1/spaces/${spaceId}` ? 403 : undefined);
  const { code, stdout } = await run(line, undefined, refuse);
  expect([code, await members(), writes().length]).toEqual([9, before, 1]);
  expect(stdout).toContain("not begun");
});

test("If the admins are asked to remove somebody, that is pending, and what is left is told", async () => {
  const { run, ids, members } = await start();
  const before = await members();
  const ask = (what: string) => (what.startsWith("DELETE") ? 202 : undefined);
  const line = `member offboard ${ids.ada} --yes`;
  const { code, stdout, stderr } = await run(line, undefined, ask);
  expect([code, await members()], stderr).toEqual([8, before]);
  expect(stdout).toContain("asked");
  expect(stderr).toContain("still has the role create");
});

test("Neither the caller nor the last admin is offboarded, and the successor is somebody else", async () => {
  const { run, ids, admin, workspace, organizationId, writes } = await start();
  const refused = async (line: string, said: string) => {
    const { code, stderr } = await run(line);
    expect([line, code, stderr, writes()]).toEqual([line, 2, expect.stringContaining(said), []]);
  };
  await refused(`member offboard ${admin} --yes`, "This is you");
  await refused(`member offboard ${ids.ada} --successor ${ids.ada} --yes`, "somebody else");
  await refused(`member offboard ${ids.ada} --successor X1234567890123456789 --yes`, "no member");
  await workspace.db
    .updateTable("members")
    .set({ role: "read" })
    .where("user_id", "=", admin)
    .execute();
  await workspace.db
    .updateTable("members")
    .set({ role: "admin" })
    .where("user_id", "=", ids.ada)
    .execute();
  const other = await openAccessPlatform(workspace, organizationId, ids.grace);
  const { code, stderr } = await other.run(`member offboard ${ids.ada} --yes`);
  expect([code, stderr]).toEqual([2, expect.stringContaining("the last admin")]);
});

test("--keep-member leaves a guest, who has no access; a second time there is nothing to do", async () => {
  const world = await start();
  const { run, ids, members, writes } = world;
  await involve(world);
  const line = `member offboard ${ids.ada} --successor ${ids.grace} --keep-member --yes`;
  const { code, stderr } = await run(line);
  expect([code, stderr]).toEqual([0, expect.stringContaining("no role in any collection")]);
  expect(await members()).toContain("ada@example.com guest");
  const again = await run(line);
  expect([again.code, writes()], again.stderr).toEqual([0, []]);
});
