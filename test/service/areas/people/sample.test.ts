import { X509Certificate } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import * as member from "../../../../src/contract/member.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import * as saml from "../../../../src/contract/saml.ts";
import * as space from "../../../../src/contract/space.ts";
import * as sso from "../../../../src/contract/sso.ts";
import * as team from "../../../../src/contract/team.ts";
import { toRole } from "../../../../src/service/core/access/grants.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let sample: {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly owner: string;
};

beforeAll(async () => {
  const workspace = await openWorkspace();
  const { organization_id: organizationId, user_id: owner } = await workspace.db
    .selectFrom("members")
    .select(["organization_id", "user_id"])
    .executeTakeFirstOrThrow();
  await workspace.service.admin.seed();
  // A translation of the sample will create a space later.
  await workspace.service.jobs.finish();
  sample = { workspace, organizationId, owner };
  return () => workspace.service.close();
});

test("every list of users has content in the sample", async () => {
  const { workspace, organizationId, owner } = sample;
  const asked = { organizationId };
  const { items: teams } = await workspace.ok(owner, team.list, asked);
  expect(teams.length).toBeGreaterThan(2);
  for (const { id: teamId, members, spaces } of teams) {
    expect(spaces).toBeGreaterThan(0);
    const { items } = await workspace.ok(owner, team.members, { ...asked, teamId });
    expect(items).toHaveLength(members);
    expect(items.some((item) => item.team.role === "owner")).toBe(true);
  }
  const { items: people } = await workspace.ok(owner, member.list, asked);
  expect(people.some((item) => item.sso)).toBe(true);
  for (const { id: userId, spaces, teams: count } of people) {
    const seen = await workspace.ok(owner, member.spaces, { ...asked, userId });
    expect(seen.items).toHaveLength(spaces);
    const theirs = await workspace.ok(owner, member.teams, { ...asked, userId });
    expect(theirs.items).toHaveLength(count);
  }
  const { items: links } = await workspace.ok(owner, invite.list, asked);
  expect(links.map(({ role }) => role)).toEqual(["comment"]);
});

test("the teams, roles, links and providers of the sample are those of its data", async () => {
  const { workspace, organizationId, owner } = sample;
  const { db } = workspace;
  const { items: teams } = await workspace.ok(owner, team.list, { organizationId });
  const daysAgo = (time: string) => Math.round((+workspace.now - +new Date(time)) / 86_400_000);
  const described = await Promise.all(
    teams.map(async ({ id: teamId, title, createdAt }) => {
      const { items } = await workspace.ok(owner, team.members, { organizationId, teamId });
      const members = items.map((item) => `${item.organization.user.email} ${item.team.role}`);
      return [title, daysAgo(createdAt), ...members.toSorted()];
    }),
  );
  expect(described).toEqual([
    [
      ...["Writers", 360],
      ...["jonas@example.com member", "priya@example.com member", "tomas@example.com owner"],
    ],
    [
      ...["Developer relations", 180],
      ...["aiko@example.com member", "claire@example.com member", "jonas@example.com owner"],
    ],
    [
      ...["On-call", 140],
      ...["priya@example.com owner", "samuel@example.com member", "tomas@example.com member"],
    ],
  ]);
  const titles = new Map<string, string>([
    ...teams.map(({ id, title }): [string, string] => [id, title]),
    ...(await db.selectFrom("users").select(["id", "email"]).execute()).map(
      ({ id, email }): [string, string] => [id, email],
    ),
    ...(await db.selectFrom("spaces").select(["id", "title"]).execute()).map(
      ({ id, title }): [string, string] => [id, title],
    ),
    ...(await db.selectFrom("collections").select(["id", "title"]).execute()).map(
      ({ id, title }): [string, string] => [id, title],
    ),
  ]);
  const grants = await db
    .selectFrom("grants")
    .selectAll()
    .where("content_id", "not in", (query) => query.selectFrom("sites").select("id"))
    .execute();
  expect(
    grants
      .map((row) =>
        [titles.get(row.holder_id), toRole(row.strength), titles.get(row.content_id)].join(", "),
      )
      .toSorted(),
  ).toEqual([
    "Developer relations, review, Developers",
    "On-call, edit, Operations",
    "Writers, create, Product documentation",
    "aiko@example.com, read, Incident runbooks",
    "claire@example.com, comment, Support answers",
  ]);
  const links = await db
    .selectFrom("link_invites")
    .selectAll()
    .where("level", "is not", null)
    .orderBy("created_at")
    .execute();
  expect(
    links.map((row) => [
      ...[row.level, titles.get(row.space_id ?? ""), titles.get(row.collection_id ?? "")],
      daysAgo(row.created_at),
    ]),
  ).toEqual([
    ["comment", "API reference", undefined, 9],
    ["read", undefined, "Product documentation", 3],
  ]);
  const { items: providers } = await workspace.ok(owner, saml.list, { organizationId });
  expect(
    providers.map(({ label, entityID, ssoURL, defaultTeam, defaultRole, createdAt }) => [
      ...[label, entityID, ssoURL, defaultTeam?.title, defaultRole, daysAgo(createdAt)],
    ]),
  ).toEqual([
    [
      ...["Lumen login", "https://login.lumen.example/saml"],
      ...["https://login.lumen.example/saml/sso", "Writers", "read", 200],
    ],
    ["Contractors", "", undefined, undefined, null, 6],
  ]);
  const { items: people } = await workspace.ok(owner, member.list, { organizationId });
  const withSso = people.filter(({ sso }) => sso).map(({ user }) => user.email);
  expect(withSso.toSorted()).toEqual(["mara@example.com", "priya@example.com"]);
});

test("the guest of the sample sees content granted to them and their team", async () => {
  const { workspace, organizationId, owner } = sample;
  const { items } = await workspace.ok(owner, member.list, { organizationId, role: "guest" });
  const guest = items[0]?.id ?? "";
  const seen = await workspace.ok(guest, space.list, { organizationId });
  const roles = seen.items.map((item) => [item.title, item.permissions.review]);
  expect(roles).toContainEqual(["Support answers", false]);
  expect(roles).toContainEqual(["API reference", true]);
  expect(seen.items.map((item) => item.title)).not.toContain("Welcome");
});

test("the sample has an active provider with a certificate, and an incomplete one", async () => {
  const { workspace, organizationId, owner } = sample;
  const { items } = await workspace.ok(owner, saml.list, { organizationId });
  expect(items.map((item) => item.status)).toEqual(["active", "pending"]);
  expect(new X509Certificate(items[0]?.certificate ?? "").subject).toContain("Lumen");
  const logins = await workspace.ok(owner, sso.list, { organizationId });
  expect(logins.items.map((item) => item.label)).toEqual(["Lumen login"]);
});
