import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../../src/contract/collection-permission.ts";
import type { Role } from "../../../../../src/contract/roles.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as sitePermission from "../../../../../src/contract/site-permission.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as spacePermission from "../../../../../src/contract/space-permission.ts";
import * as team from "../../../../../src/contract/team.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const join = async (role: Role | null, disabled = false) => {
    workspace.passDays(1);
    return workspace.member(organizationId, role, disabled);
  };
  const admin = await join("admin");
  const people = { creator: await join("create"), reader: await join("read") };
  const guest = await join(null);
  await join("edit", true);
  const asked = { organizationId, title: "Team", members: [people.reader] };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId });
  const onSite = { organizationId, siteId };
  return { workspace, organizationId, admin, ...people, guest, teamId, onSite };
}

test("a space and a collection list all users with a role, page by page, filtered by role", async () => {
  const { workspace, organizationId, admin, creator, reader, guest } = await start();
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const asked = { organizationId, parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, asked);
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [guest] });
  const all = [
    [admin, "admin"],
    [creator, "create"],
    [reader, "read"],
    [guest, "edit"],
  ];
  const listed: unknown[] = [];
  for (let page: string | undefined, first = true; first || page !== undefined; first = false) {
    const asking = { spaceId, limit: 1, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, spacePermission.list, asking);
    listed.push(...answer.items.map((item) => [item.user.id, item.permission]));
    page = answer.next?.page;
  }
  expect(listed).toEqual(all);
  const editors = await workspace.ok(admin, spacePermission.list, { spaceId, role: "edit" });
  expect(editors.items.map(({ user }) => user.id)).toEqual([guest]);
  const above = await workspace.ok(admin, collectionPermission.list, { collectionId });
  expect(above.items.map((item) => [item.user.id, item.permission])).toEqual(all.slice(0, 3));
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: null });
  const left = await workspace.ok(admin, spacePermission.list, { spaceId });
  expect(left.items.map(({ user }) => user.id)).toEqual([admin, guest]);
});

slowTest(
  "a docs site lists the source of each role, filtered and sorted like members",
  async () => {
    const { workspace, organizationId, admin, creator, reader, guest, teamId, onSite } =
      await start();
    await workspace.ok(admin, sitePermission.grant, { ...onSite, role: "edit", users: [guest] });
    await workspace.ok(admin, sitePermission.grant, { ...onSite, role: "review", teams: [teamId] });
    const here = { type: "site", site: onSite.siteId };
    const list = async (input: object = {}) => {
      const { items } = await workspace.ok(admin, sitePermission.list, { ...onSite, ...input });
      return items.map(({ user, permission, origin }) => [user.id, permission, origin]);
    };
    const byOrganization = { type: "organization", organization: organizationId };
    const all = [
      [admin, "admin", byOrganization],
      [creator, "create", byOrganization],
      [reader, "review", { ...here, reason: "team", team: teamId }],
      [guest, "edit", { ...here, reason: "member" }],
    ];
    expect(await list({ order: "asc" })).toEqual(all);
    expect(await list()).toEqual(all.toReversed());
    // The team with the strongest role is the source, whatever the order of the grants.
    const roles = ["read", "create", "comment"] as const;
    const teams: string[] = [];
    for (const role of roles) {
      const asked = { organizationId, title: role, members: [reader] };
      const { id } = await workspace.ok(admin, team.create, asked);
      await workspace.ok(admin, sitePermission.grant, { ...onSite, role, teams: [id] });
      teams.push(id);
    }
    const ofTeam = { ...here, reason: "team", team: teams[1] };
    expect((await list({ order: "asc" }))[2]).toEqual([reader, "create", ofTeam]);
    for (const id of teams) {
      await workspace.ok(admin, sitePermission.removeTeam, { ...onSite, teamId: id });
    }
    await workspace.ok(admin, site.update, { ...onSite, defaultLevel: "comment" });
    const [, ofCreator] = await list({ order: "asc" });
    expect(ofCreator).toEqual([creator, "comment", { ...here, reason: "default" }]);
    expect((await list({ role: "guest" })).map(([id]) => id)).toEqual([guest]);
    expect((await list({ role: "create" })).map(([id]) => id)).toEqual([creator]);
    expect((await list({ team: teamId })).map(([id]) => id)).toEqual([reader]);
    expect((await list({ search: reader.toLowerCase() })).map(([id]) => id)).toEqual([reader]);
    expect(await list({ sort: "name", order: "asc" })).toHaveLength(4);
    expect(await list({ sort: "lastSeenAt", limit: 2 })).toHaveLength(2);
  },
);

slowTest(
  "the access list of a docs site has all pages, in each order, without members who have no role",
  async () => {
    const { workspace, organizationId, admin, creator, reader, guest, onSite } = await start();
    const seen = { [admin]: "2026-03-05T08:00:00.000Z", [reader]: "2026-03-04T08:00:00.000Z" };
    for (const [user, last_seen_at] of Object.entries(seen)) {
      await workspace.db
        .updateTable("members")
        .set({ last_seen_at })
        .where("organization_id", "=", organizationId)
        .where("user_id", "=", user)
        .execute();
    }
    const rename = async (user: string, display_name: string) =>
      workspace.db.updateTable("users").set({ display_name }).where("id", "=", user).execute();
    await rename(admin, "Zoé");
    await rename(creator, "Ana");
    await rename(reader, "Émile");
    await rename(guest, "Emil");
    type Item = { user: { id: string }; lastSeenAt?: string; disabled: boolean };
    const read = (input: object) =>
      readAllPages<Item>(workspace, admin, sitePermission.list, { ...onSite, ...input });
    const ids = async (input: object) => (await read(input)).map(({ user }) => user.id);
    // Members who were never seen, in the order of their ids.
    const absent = [creator, guest].toSorted();
    await workspace.ok(admin, sitePermission.grant, { ...onSite, role: "read", users: [guest] });
    expect(await ids({ sort: "lastSeenAt", order: "asc" })).toEqual([...absent, reader, admin]);
    expect(await ids({ sort: "lastSeenAt" })).toEqual([admin, reader, ...absent.toReversed()]);
    expect(await ids({ sort: "name", order: "asc" })).toEqual([creator, guest, admin, reader]);
    expect(await ids({ sort: "joinedAt" })).toEqual([guest, reader, creator, admin]);
    expect(await ids({ search: "émil" })).toEqual([reader]);
    const items = await read({ order: "asc" });
    expect(items.map((item) => [item.user.id, item.lastSeenAt, item.disabled])).toEqual([
      [admin, seen[admin], false],
      [creator, undefined, false],
      [reader, seen[reader], false],
      [guest, undefined, false],
    ]);
    await workspace.ok(admin, sitePermission.grant, { ...onSite, role: null, users: [guest] });
    expect(await ids({ order: "asc" })).toEqual([admin, creator, reader]);
    const { next } = await workspace.ok(admin, sitePermission.list, { ...onSite, limit: 1 });
    const later = { ...onSite, page: next?.page ?? "" };
    for (const filter of [{ role: "read" }, { search: "a" }, { sort: "name" }, { order: "asc" }]) {
      const input = { ...later, ...filter } as never;
      expect((await workspace.refused(admin, sitePermission.list, input)).status).toBe(400);
    }
  },
);

test("only admins of a collection or space list the access to it", async () => {
  const { workspace, organizationId, admin, creator } = await start();
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    ...{ organizationId, parent: collectionId },
  });
  const inSpace = { spaceId };
  expect((await workspace.refused(creator, spacePermission.list, inSpace)).status).toBe(403);
  const inCollection = { collectionId };
  expect((await workspace.refused(creator, collectionPermission.list, inCollection)).status).toBe(
    403,
  );
});

slowTest(
  "admins of a site grant roles on it, which apply to the site and its inheriting spaces",
  async () => {
    const { workspace, organizationId, admin, creator, reader, guest, onSite } = await start();
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    await workspace.ok(admin, siteSpace.create, { ...onSite, spaceId });
    const to = { ...onSite, role: "admin" as const, users: [reader] };
    expect(await workspace.refused(creator, sitePermission.grant, to)).toMatchObject({
      status: 403,
      message:
        "Granting a role on a site requires the role admin on the site; your role is create.",
    });
    expect(await workspace.refused(guest, site.get, onSite)).toMatchObject({ status: 404 });
    await workspace.ok(admin, sitePermission.grant, to);
    await workspace.ok(reader, site.update, { ...onSite, title: "Handbook" });
    await workspace.ok(reader, space.update, { spaceId, title: "Guide" });
    await workspace.ok(reader, sitePermission.grant, { ...onSite, role: "read", users: [guest] });
    await workspace.ok(guest, site.get, onSite);
    await workspace.ok(guest, space.get, { spaceId });
    const { items } = await workspace.ok(guest, site.list, { organizationId });
    expect(items.map(({ id }) => id)).toEqual([onSite.siteId]);
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: "comment" });
    expect(await workspace.refused(guest, space.get, { spaceId })).toMatchObject({ status: 404 });
    const ofReader = { ...onSite, userId: reader };
    expect(await workspace.ask(admin, sitePermission.removeUser, ofReader)).toMatchObject({
      status: 205,
    });
    const title = { ...onSite, title: "Other" };
    expect(await workspace.refused(reader, site.update, title)).toMatchObject({ status: 403 });
    await workspace.ask(admin, site.remove, onSite);
    const left = await workspace.db.selectFrom("grants").selectAll().execute();
    expect(left).toEqual([]);
  },
);
