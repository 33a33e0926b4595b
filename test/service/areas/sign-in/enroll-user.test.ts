import { describe, expect, test } from "vitest";
import * as organizationInvite from "../../../../src/contract/organization-invite.ts";
import * as team from "../../../../src/contract/team.ts";
import { enrollUser } from "../../../../src/service/areas/sign-in/enroll-user.ts";
import { openRequests } from "./requests.ts";

async function start() {
  const opened = await openRequests();
  const { workspace, db, org, provider, request, pass } = opened;
  const enroll = (email: string, displayName?: string, headers: Record<string, string> = {}) =>
    enrollUser(db, provider, { email, displayName }, request({ headers }));
  const members = async (organization = org) =>
    db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["user_id", "email", "display_name", "role", "disabled", "sso"])
      .select(["joined_at", "last_seen_at"])
      .where("organization_id", "=", organization)
      .orderBy("email")
      .execute();
  const findMember = async (email: string) => (await members()).find((one) => one.email === email);
  const events = () =>
    db.selectFrom("audit_events").selectAll().where("action", "=", "joinOrganization").execute();
  pass(60_000);
  return { ...opened, workspace, enroll, members, findMember, events };
}

describe("a user who signs in for the first time", () => {
  test.each([
    ["ada.lee@example.com", undefined, "ada.lee"],
    ["ada.lee@example.com", "Ada Lee", "Ada Lee"],
  ])("joins as %s with the name %j", async (email, given, expected) => {
    const { enroll, findMember, workspace, members } = await start();
    const before = await members();
    const id = await enroll(email, given);
    expect(await findMember(email)).toEqual({
      ...{ user_id: id, email, display_name: expected, role: "comment", disabled: 0, sso: 1 },
      joined_at: workspace.now.toISOString(),
      last_seen_at: workspace.now.toISOString(),
    });
    expect((await members()).filter((one) => one.user_id !== id)).toEqual(before);
  });

  test("is found by the email address in any case, and keeps memberships elsewhere", async () => {
    const { enroll, workspace, members, findMember } = await start();
    const user = await workspace.person("Ada@Example.com");
    const other = await workspace.organization("Other");
    await workspace.enroll(other, user, "edit");
    const before = await members(other);
    expect(await enroll("ada@example.com", "Other name")).toBe(user);
    expect(await members(other)).toEqual(before);
    expect(await findMember("Ada@Example.com")).toMatchObject({
      ...{ user_id: user, role: "comment", sso: 1, display_name: user },
    });
  });

  test.each([
    [["read"], "comment"],
    [["create"], "create"],
  ] as const)("with the invitation %j has the role %s", async ([role], expected) => {
    const { enroll, workspace, admin, org, findMember, db } = await start();
    await db.updateTable("organizations").set({ email_domains: "[]" }).execute();
    const emails = ["ada@example.com"];
    await workspace.person("ada@example.com");
    await workspace.ok(admin, organizationInvite.users, { organizationId: org, emails, role });
    expect(await enroll("bob@example.com")).toBeUndefined();
    expect(await enroll("ada@example.com")).toBeDefined();
    expect(await findMember("ada@example.com")).toMatchObject({ role: expected, sso: 1 });
  });

  test("joins the default team, even as its member already", async () => {
    const { enroll, workspace, admin, org, provider, db } = await start();
    const { id } = await workspace.ok(admin, team.create, { organizationId: org, title: "All" });
    const user = await workspace.person("ada@example.com");
    await db
      .insertInto("team_members")
      .values({ team_id: id, user_id: user, role: "owner" })
      .execute();
    Object.assign(provider, { default_team: id });
    await enroll("ada@example.com");
    const second = await enroll("bob@example.com");
    const rows = await db.selectFrom("team_members").selectAll().execute();
    const byUser = new Map(rows.map((row) => [row.user_id, [row.team_id, row.role]]));
    expect([byUser.get(user), byUser.get(second ?? "")]).toEqual([
      [id, "owner"],
      [id, "member"],
    ]);
  });

  test("is recorded once in the audit log, with the client", async () => {
    const { enroll, events, provider, org } = await start();
    const id = await enroll("ada@example.com", undefined, { "user-agent": "B".repeat(201) });
    await enroll("ada@example.com");
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ organization_id: org });
    expect(JSON.stringify(event)).toContain(id);
    expect(JSON.stringify(event)).toContain(provider.label);
    expect(JSON.stringify(event)).toContain("B".repeat(200));
    expect(JSON.stringify(event)).not.toContain("B".repeat(201));
    expect(await enroll("bob@example.com")).toBeDefined();
    expect(await events()).toHaveLength(2);
  });
});

describe("a user is refused", () => {
  test("of a domain that another organization has verified", async () => {
    const { enroll, workspace, members, db } = await start();
    const other = await workspace.organization("Other");
    await workspace.vouch(other, "other.example");
    await db
      .updateTable("organizations")
      .set({ email_domains: '["example.com","other.example"]' })
      .execute();
    const before = await members();
    for (const email of ["ada@other.example", "ada@sub.example.com", "ada"]) {
      expect([email, await enroll(email)]).toEqual([email, undefined]);
    }
    expect(await members()).toEqual(before);
  });

  test("who is disabled, and stays unchanged", async () => {
    const { enroll, workspace, members, org } = await start();
    const user = await workspace.person("ada@example.com");
    await workspace.enroll(org, user, "edit", true);
    const before = await members();
    expect(await enroll("ada@example.com")).toBeUndefined();
    expect(await members()).toEqual(before);
  });

  test("whose domain may not join, or whom an admin removed, unless invited", async () => {
    const { enroll, workspace, admin, org, findMember, db } = await start();
    const [removed, elsewhere] = [
      await workspace.person("removed@example.com"),
      await workspace.person("elsewhere@example.com"),
    ];
    const other = await workspace.organization("Other");
    const removed_at = workspace.now.toISOString();
    await db
      .insertInto("former_members")
      .values([
        { organization_id: org, user_id: removed, removed_at },
        { organization_id: other, user_id: elsewhere, removed_at },
      ])
      .execute();
    expect(await enroll("removed@example.com")).toBeUndefined();
    expect(await enroll("elsewhere@example.com")).toBe(elsewhere);
    const emails = ["removed@example.com"];
    const invitation = { organizationId: org, emails, role: "edit" } as const;
    await workspace.ok(admin, organizationInvite.users, invitation);
    expect(await enroll("removed@example.com")).toBe(removed);
    expect((await findMember("removed@example.com"))?.role).toBe("edit");
  });
});

test("a member keeps role and time of joining, and is seen now", async () => {
  const { enroll, workspace, org, findMember, members, pass, events } = await start();
  const [user, other] = [
    await workspace.person("ada@example.com"),
    await workspace.person("bob@example.com"),
  ];
  await workspace.enroll(org, user, "edit");
  await workspace.enroll(org, other, "edit");
  const joined_at = workspace.now.toISOString();
  pass(60_000);
  expect(await enroll("ada@example.com", "Other name")).toBe(user);
  expect(await findMember("ada@example.com")).toMatchObject({
    ...{ role: "edit", sso: 1, joined_at, last_seen_at: workspace.now.toISOString() },
    display_name: user,
  });
  expect((await members()).find((one) => one.user_id === other)).toMatchObject({
    sso: 0,
    last_seen_at: null,
  });
  expect(await events()).toEqual([]);
});
