import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as member from "../../../../src/contract/member.ts";
import type { Role } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import * as team from "../../../../src/contract/team.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const ids = async (input: object = {}, caller = admin) => {
    const { items } = await workspace.ok(caller, member.list, { organizationId, ...input });
    return items.map((item) => item.id);
  };
  return { workspace, organizationId, admin, ids };
}

test("the spaces of a member are those they can see, with their roles, by age", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "comment");
  const make = async (level: Role | "inherit" | null) => {
    workspace.passDays(1);
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: level });
    return spaceId;
  };
  const own = await make("inherit");
  const raised = await make("create");
  await make(null);
  const granted = await make(null);
  const role = "review" as const;
  await workspace.ok(admin, spacePermission.grant, { spaceId: granted, role, users: [userId] });
  const deleted = await make("inherit");
  await workspace.ok(admin, space.remove, { spaceId: deleted });
  const asked = { organizationId, userId };
  const list = async (input: object = {}) => {
    const { items } = await workspace.ok(admin, member.spaces, { ...asked, ...input });
    return items.map((item) => [item.space.id, item.permission]);
  };
  const expected = [
    [own, "comment"],
    [raised, "create"],
    [granted, "review"],
  ];
  expect(await list({ order: "asc" })).toEqual(expected);
  expect(await list()).toEqual(expected.toReversed());
  expect((await workspace.ok(admin, member.get, asked)).spaces).toBe(3);
  const first = await workspace.ok(admin, member.spaces, { ...asked, limit: 2 });
  const page = first.next?.page ?? "";
  const second = await workspace.ok(admin, member.spaces, { ...asked, limit: 2, page });
  expect([...first.items, ...second.items].map((item) => item.space.id)).toEqual(
    expected.toReversed().map(([id]) => id),
  );
});

test("the spaces of another member are listed without those hidden from the caller", async () => {
  const { workspace, organizationId, admin } = await start();
  const reader = await workspace.member(organizationId, "read");
  const { id: open } = await workspace.ok(admin, space.create, { organizationId });
  const { id: closed } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.update, { spaceId: closed, defaultLevel: null });
  const asked = { organizationId, userId: admin };
  const seen = await workspace.ok(reader, member.spaces, asked);
  expect(seen.items.map((item) => item.space.id)).toEqual([open]);
  expect(seen.items[0]).toMatchObject({
    permission: "admin",
    space: { permissions: { view: true, edit: false } },
  });
});

test("a disabled member has no spaces", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.ok(admin, space.create, { organizationId });
  const userId = await workspace.member(organizationId, "admin", true);
  const asked = { organizationId, userId };
  expect(await workspace.ok(admin, member.get, asked)).toMatchObject({ spaces: 0, disabled: true });
  expect((await workspace.ok(admin, member.spaces, asked)).items).toEqual([]);
});

test("the teams of a member are listed with their roles", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "read");
  const make = async (title: string) => {
    workspace.passDays(1);
    return (await workspace.ok(admin, team.create, { organizationId, title })).id;
  };
  const writers = await make("Writers");
  await make("Others");
  const editors = await make("Editors");
  const key = { organizationId, userId };
  await workspace.ok(admin, team.putMember, { ...key, teamId: writers, role: "owner" });
  await workspace.ok(admin, team.putMember, { ...key, teamId: editors });
  const { items } = await workspace.ok(admin, member.teams, key);
  expect(items.map((item) => [item.team.id, item.member.role])).toEqual([
    [writers, "owner"],
    [editors, "member"],
  ]);
  const found = await workspace.ok(admin, member.teams, { ...key, title: "WRI" });
  expect(found.items.map((item) => item.team.title)).toEqual(["Writers"]);
});

test("a ping records the time and returns a token", async () => {
  const { workspace, organizationId } = await start();
  const guest = await workspace.member(organizationId, null);
  const answer = await workspace.ok(guest, member.ping, { organizationId });
  expect(decodeJwt(answer.gitbookVisitorClaims ?? "")).toMatchObject({ sub: guest, role: "guest" });
  const seen = await workspace.ok(guest, member.get, { organizationId, userId: guest });
  expect(seen.lastSeenAt).toBe(workspace.now.toISOString());
});

test("the key of pings is in no export", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.ok(admin, member.ping, { organizationId });
  const { tables } = await workspace.service.admin.export();
  expect(tables.facts?.map((row) => row.name)).not.toContain("visitor-claims-key");
});

test("spaces in a granted collection are counted and listed alike", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, null);
  const outer = await workspace.ok(admin, collection.create, { organizationId });
  const inner = await workspace.ok(admin, collection.create, { organizationId, parent: outer.id });
  await workspace.ok(admin, space.create, { organizationId });
  for (const parent of [outer.id, inner.id]) {
    await workspace.ok(admin, space.create, { organizationId, parent });
  }
  await workspace.db
    .insertInto("grants")
    .values({
      organization_id: organizationId,
      content_id: outer.id,
      holder_id: userId,
      strength: 2,
    })
    .execute();
  const asked = { organizationId, userId };
  const { items } = await workspace.ok(admin, member.spaces, asked);
  expect(items.map((item) => item.permission)).toEqual(["comment", "comment"]);
  expect((await workspace.ok(admin, member.get, asked)).spaces).toBe(2);
});
