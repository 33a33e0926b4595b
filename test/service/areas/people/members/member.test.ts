import { expect, test } from "vitest";
import * as member from "../../../../../src/contract/member.ts";
import * as organization from "../../../../../src/contract/organization.ts";
import { type Role, roles } from "../../../../../src/contract/roles.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as sitePermission from "../../../../../src/contract/site-permission.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as spacePermission from "../../../../../src/contract/space-permission.ts";
import * as team from "../../../../../src/contract/team.ts";
import { slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

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

async function call(workspace: Workspace, user: string, name: string, email: string) {
  await workspace.db
    .updateTable("users")
    .set({ display_name: name, email })
    .where("id", "=", user)
    .execute();
}

test("a member has a user, a role and counts", async () => {
  const { workspace, organizationId, admin } = await start();
  const reader = await workspace.member(organizationId, "read");
  await call(workspace, reader, "Ada Byron", "ada@example.com");
  await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, team.create, { organizationId, title: "Team", members: [reader] });
  // Those of another organization do not count.
  const other = await workspace.organization("Other");
  const stranger = await workspace.member(other, "admin");
  await workspace.enroll(other, reader, "read");
  const elsewhere = { organizationId: other, title: "Elsewhere", members: [reader] };
  await workspace.ok(stranger, team.create, elsewhere);
  const asked = { organizationId, userId: reader };
  expect(await workspace.ok(admin, member.get, asked)).toEqual({
    object: "member",
    id: reader,
    role: "read",
    user: {
      object: "user",
      id: reader,
      displayName: "Ada Byron",
      email: "ada@example.com",
      urls: { location: expect.stringContaining(reader) },
    },
    disabled: false,
    joinedAt: workspace.now.toISOString(),
    sso: false,
    spaces: 1,
    teams: 1,
    sites: 0,
  });
});

slowTest(
  "a member counts the content that they see, which is none while they are disabled",
  async () => {
    const { workspace, organizationId, admin } = await start();
    const create = (title: string) => workspace.ok(admin, space.create, { organizationId, title });
    const [open, granted] = [await create("Open"), await create("Granted")];
    for (const { id: spaceId } of [granted, await create("Closed")]) {
      await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
    }
    const guest = await workspace.member(organizationId, null);
    const expected: [string, readonly number[]][] = [[guest, [1, 1]]];
    for (const role of roles) {
      const user = await workspace.member(organizationId, role);
      expected.push([user, role === "admin" ? [3, 2] : [2, 2]]);
    }
    const users = expected.map(([user]) => user);
    const isAdmin = (user: string) => user === expected[1]?.[0];
    for (const { id: spaceId } of [open, granted]) {
      const { id: siteId } = await workspace.ok(admin, site.create, {
        ...{ organizationId, title: "Docs", spaces: [spaceId] },
      });
      const grant = { role: "read" as const, users: users.filter((user) => !isAdmin(user)) };
      if (spaceId === open.id) continue;
      await workspace.ok(admin, spacePermission.grant, { spaceId, ...grant });
      await workspace.ok(admin, site.update, { organizationId, siteId, defaultLevel: null });
      await workspace.ok(admin, sitePermission.grant, { organizationId, siteId, ...grant });
    }
    await workspace.ok(admin, team.create, { organizationId, title: "Team", members: users });
    const read = async (userId: string) => {
      const { spaces, sites, teams } = await workspace.ok(admin, member.get, {
        ...{ organizationId, userId },
      });
      return [[spaces, sites], teams];
    };
    for (const [user, counts] of expected) {
      expect([user, await read(user)]).toEqual([user, [counts, 1]]);
      const update = { organizationId, userId: user };
      await workspace.ok(admin, member.update, { ...update, disabled: true });
      expect([user, await read(user)]).toEqual([user, [[0, 0], 1]]);
      await workspace.ok(admin, member.update, { ...update, disabled: false });
      expect([user, await read(user)]).toEqual([user, [counts, 1]]);
    }
  },
);

test("members are listed by join time, in both orders, page by page", async () => {
  const { workspace, organizationId, admin, ids } = await start();
  const joined = [admin];
  for (const role of roles) {
    workspace.passDays(1);
    joined.push(await workspace.member(organizationId, role));
  }
  expect(await ids()).toEqual(joined.toReversed());
  expect(await ids({ order: "asc" })).toEqual(joined);
  for (const order of ["asc", "desc"] as const) {
    const found: string[] = [];
    let page: string | undefined;
    do {
      const asked = { organizationId, order, limit: 2, ...(page && { page }) };
      const answer = await workspace.ok(admin, member.list, asked);
      found.push(...answer.items.map((item) => item.id));
      page = answer.next?.page;
    } while (page);
    expect(found).toEqual(await ids({ order }));
  }
});

test("sorting by last activity lists only active members", async () => {
  const { workspace, organizationId, admin, ids } = await start();
  const early = await workspace.member(organizationId, "read");
  const late = await workspace.member(organizationId, null);
  const disabled = await workspace.member(organizationId, "read");
  await workspace.member(organizationId, "read");
  for (const user of [early, disabled, late]) {
    workspace.passDays(1);
    await workspace.ok(user, member.ping, { organizationId });
  }
  await workspace.db
    .updateTable("members")
    .set({ disabled: 1 })
    .where("user_id", "=", disabled)
    .execute();
  expect(await ids({ sort: "lastSeenAt" })).toEqual([late, early]);
  expect(await ids({ sort: "lastSeenAt", order: "asc" })).toEqual([early, late]);
  expect(await ids({ sort: "lastSeenAt" }, admin)).not.toContain(admin);
});

test("members are sorted by name, page by page", async () => {
  const { workspace, organizationId, admin } = await start();
  for (let count = 0; count < 3; count++) await workspace.member(organizationId, "read");
  for (const order of ["asc", "desc"] as const) {
    const names: string[] = [];
    let page: string | undefined;
    do {
      const asked = { organizationId, sort: "name" as const, order, limit: 2 };
      const answer = await workspace.ok(admin, member.list, { ...asked, ...(page && { page }) });
      names.push(...answer.items.map(({ user }) => user.displayName));
      page = answer.next?.page;
    } while (page);
    const sorted = names.toSorted();
    expect(names).toEqual(order === "asc" ? sorted : sorted.toReversed());
    expect(new Set(names).size).toBe(4);
  }
});

test("members are filtered by role, including guests", async () => {
  const { workspace, organizationId, admin, ids } = await start();
  const users = new Map<string, string>();
  for (const role of [...roles, null]) {
    users.set(role ?? "guest", await workspace.member(organizationId, role));
  }
  for (const [role, user] of users) {
    const found = await ids({ role });
    expect(found).toEqual(role === "admin" ? expect.arrayContaining([admin, user]) : [user]);
  }
});

slowTests.each([
  ["ada", ["Ada Byron"]],
  ["ADA", ["Ada Byron"]],
  ["example.org", ["Élodie Ünal", "100% Sure"]],
  ["élodie", ["Élodie Ünal"]],
  ["ÜNAL", ["Élodie Ünal"]],
  ["%", ["100% Sure"]],
  ["_", []],
  ["\\", ["Back\\slash"]],
  ["田中", ["田中 愛子"]],
  ["nobody", []],
])("a search for %s finds %j", async (search, names) => {
  const { workspace, organizationId, admin } = await start();
  // Without a name, its random id could match.
  await call(workspace, admin, "Owner", "owner@example.net");
  const people = [
    ["Ada Byron", "ada@example.com"],
    ["Élodie Ünal", "elodie@example.org"],
    ["100% Sure", "sure@example.org"],
    ["田中 愛子", "aiko@example.com"],
    ["Back\\slash", "back@example.com"],
  ] as const;
  for (const [name, email] of people) {
    await call(workspace, await workspace.member(organizationId, "read"), name, email);
    workspace.passDays(1);
  }
  const asked = { organizationId, search, order: "asc" as const };
  const { items } = await workspace.ok(admin, member.list, asked);
  expect(items.map((item) => item.user.displayName)).toEqual(names);
});

slowTest("a page of a search is full even if most members do not match", async () => {
  const { workspace, organizationId, admin } = await start();
  const found: string[] = [];
  for (let index = 0; index < 300; index++) {
    const user = await workspace.member(organizationId, "read");
    // The database matches both, because it does not fold the case of Ü.
    await call(workspace, user, index % 100 === 7 ? "ÜNAL" : "ANAL", `${index}@example.com`);
    if (index % 100 === 7) found.push(user);
  }
  const asked = { organizationId, search: "ünal", limit: 3 };
  const { items, next } = await workspace.ok(admin, member.list, asked);
  expect(items.map((item) => item.id).toSorted()).toEqual(found.toSorted());
  expect(next).toBeUndefined();
});

test("guests see only themselves, and members see all members", async () => {
  const { workspace, organizationId, admin, ids } = await start();
  const reader = await workspace.member(organizationId, "read");
  const guest = await workspace.member(organizationId, null);
  expect((await ids({}, reader)).toSorted()).toEqual([admin, reader, guest].toSorted());
  const forbidden = { status: 403 };
  expect(await workspace.refused(guest, member.list, { organizationId })).toMatchObject(forbidden);
  for (const operation of [member.get, member.spaces, member.teams]) {
    const other = { organizationId, userId: reader };
    expect(await workspace.refused(guest, operation, other)).toMatchObject(forbidden);
    await workspace.ok(guest, operation, { organizationId, userId: guest });
    await workspace.ok(reader, operation, { organizationId, userId: guest });
    const nobody = { organizationId, userId: "nobody" };
    expect(await workspace.refused(reader, operation, nobody)).toMatchObject({ status: 404 });
  }
});

test("only admins change roles, and every role can be given, including guest", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "read");
  for (const role of [...roles, null]) {
    const changed = await workspace.ok(admin, member.update, { organizationId, userId, role });
    expect(changed.role).toBe(role);
  }
  const unchanged = await workspace.ok(admin, member.update, { organizationId, userId });
  expect(unchanged.role).toBeNull();
  for (const role of ["create", null] as const) {
    const caller = await workspace.member(organizationId, role);
    const asked = { organizationId, userId: caller, role: "admin" as Role };
    expect(await workspace.refused(caller, member.update, asked)).toMatchObject({ status: 403 });
    const own = { organizationId, userId: caller };
    expect(await workspace.refused(caller, member.sso, own)).toMatchObject({ status: 403 });
  }
});

test("the last admin can be neither demoted nor removed, and cannot leave", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.member(organizationId, "create");
  await workspace.member(organizationId, "admin", true);
  const asked = { organizationId, userId: admin };
  for (const role of ["create", null] as const) {
    expect(await workspace.refused(admin, member.update, { ...asked, role })).toEqual({
      status: 409,
      message: `${admin} is the only admin and cannot be demoted. Make another member an admin first.`,
    });
  }
  expect(await workspace.refused(admin, member.remove, asked)).toMatchObject({
    status: 409,
    message: expect.stringContaining("the only admin and cannot leave"),
  });
  const still = await workspace.ok(admin, member.update, { ...asked, role: "admin" });
  expect(still.role).toBe("admin");

  const second = await workspace.member(organizationId, "admin");
  await workspace.ok(second, member.update, { ...asked, role: "read" });
  expect(
    await workspace.refused(second, member.remove, { organizationId, userId: second }),
  ).toEqual(expect.objectContaining({ status: 409 }));
});

test("a removed member loses all access, and their content keeps their name", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "create");
  const { id: written } = await workspace.ok(userId, space.create, { organizationId });
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const { id: teamId } = await workspace.ok(admin, team.create, {
    organizationId,
    title: "Team",
    members: [userId],
  });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [userId] });
  await workspace.ok(userId, space.get, { spaceId });
  const asked = { organizationId, userId };
  expect(await workspace.ask(admin, member.remove, asked)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, member.remove, asked)).toMatchObject({ status: 204 });
  for (const gone of [written, spaceId]) {
    const asked = { spaceId: gone };
    expect(await workspace.refused(userId, space.get, asked)).toMatchObject({ status: 404 });
  }
  expect((await workspace.ok(userId, organization.list, {})).items).toEqual([]);
  expect((await workspace.ok(admin, team.get, { organizationId, teamId })).members).toBe(0);
  const { created_by } = await workspace.db
    .selectFrom("spaces")
    .select("created_by")
    .where("id", "=", written)
    .executeTakeFirstOrThrow();
  expect(created_by).toBe(userId);
  // A member who returns has none of the former grants.
  await workspace.enroll(organizationId, userId, "read");
  expect(await workspace.refused(userId, space.get, { spaceId })).toMatchObject({ status: 404 });
});

test("any member may leave, and only admins remove others", async () => {
  const { workspace, organizationId, admin } = await start();
  const guest = await workspace.member(organizationId, null);
  const creator = await workspace.member(organizationId, "create");
  const other = { organizationId, userId: guest };
  expect(await workspace.refused(creator, member.remove, other)).toMatchObject({ status: 403 });
  expect(await workspace.ask(guest, member.remove, other)).toMatchObject({ status: 205 });
  const own = { organizationId, userId: creator };
  expect(await workspace.ask(creator, member.remove, own)).toMatchObject({ status: 205 });
  expect((await workspace.ok(admin, member.list, { organizationId })).items).toHaveLength(1);
});

test("a member is required to use single sign-on", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "read");
  const asked = { organizationId, userId };
  expect((await workspace.ok(admin, member.sso, asked)).sso).toBe(true);
  expect((await workspace.ok(admin, member.get, asked)).sso).toBe(true);
  const nobody = { organizationId, userId: "nobody" };
  expect(await workspace.refused(admin, member.sso, nobody)).toMatchObject({ status: 404 });
});

test("an update changes only what it names, and the only admin can be enabled", async () => {
  const { workspace, organizationId, admin } = await start();
  const userId = await workspace.member(organizationId, "read", true);
  const update = async (changes: object, user = userId) => {
    const input = { organizationId, userId: user, ...changes };
    const { role, disabled } = await workspace.ok(admin, member.update, input);
    return [role, disabled];
  };
  expect(await update({ role: "edit" })).toEqual(["edit", true]);
  expect(await update({ disabled: false })).toEqual(["edit", false]);
  expect(await update({ disabled: true, role: "review" })).toEqual(["review", true]);
  expect(await update({ disabled: false }, admin)).toEqual(["admin", false]);
});

test("a member whom an admin removed is a former member, and one who left is not", async () => {
  const { workspace, organizationId, admin } = await start();
  const [removed, left] = [
    await workspace.member(organizationId, "read"),
    await workspace.member(organizationId, "read"),
  ];
  await workspace.ask(admin, member.remove, { organizationId, userId: removed });
  await workspace.ask(left, member.remove, { organizationId, userId: left });
  const rows = await workspace.db.selectFrom("former_members").selectAll().execute();
  expect(rows).toEqual([
    { organization_id: organizationId, user_id: removed, removed_at: workspace.now.toISOString() },
  ]);
});

slowTest(
  "the next page of a list cannot be read with other filters or for another member",
  async () => {
    const { workspace, organizationId, admin } = await start();
    const reader = await workspace.member(organizationId, "read");
    for (const title of ["One", "Two"]) {
      await workspace.ok(admin, space.create, { organizationId, title });
      const members = [admin, reader];
      await workspace.ok(admin, team.create, { organizationId, title, members });
    }
    const ofAdmin = { organizationId, userId: admin };
    const own = { organizationId };
    for (const [endpoint, input, other] of [
      [member.list, own, { ...own, role: "read" }],
      [member.list, own, { ...own, search: "a" }],
      [member.list, own, { ...own, sort: "name" }],
      [member.list, own, { ...own, order: "asc" }],
      [member.spaces, ofAdmin, { ...ofAdmin, order: "asc" }],
      [member.spaces, ofAdmin, { organizationId, userId: reader }],
      [member.teams, ofAdmin, { ...ofAdmin, title: "o" }],
      [member.teams, ofAdmin, { organizationId, userId: reader }],
      [team.list, own, { ...own, title: "o" }],
      [team.list, own, { ...own, owner: admin }],
    ] as const) {
      const { next } = await workspace.ok(admin, endpoint, { ...input, limit: 1 } as never);
      const page = next?.page ?? "";
      await workspace.ok(admin, endpoint, { ...input, limit: 1, page } as never);
      const answer = await workspace.refused(admin, endpoint, { ...other, page } as never);
      expect([other, answer.status]).toEqual([other, 400]);
    }
  },
);
