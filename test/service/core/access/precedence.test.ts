import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../src/contract/collection-permission.ts";
import * as comment from "../../../../src/contract/comment.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as member from "../../../../src/contract/member.ts";
import type { Role } from "../../../../src/contract/roles.ts";
import { isAtLeast, roles } from "../../../../src/contract/roles.ts";
import * as site from "../../../../src/contract/site.ts";
import * as sitePermission from "../../../../src/contract/site-permission.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import * as team from "../../../../src/contract/team.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { randomFrom } from "../../../support/generators/random.ts";
import {
  makeOrganization,
  type RandomOrganization,
} from "../../../support/generators/random-organization.ts";
import {
  type ModelOrganization,
  type ModelThing,
  roleInCollection,
  roleInSpace,
  roleOnSite,
  spacesOfTeam,
} from "../../../support/models/precedence-model.ts";
import { roleTold } from "../../../support/models/told-role.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** The ids that a user sees, with the role if it is reported. */
function visible<T extends { readonly id: string }>(
  things: readonly T[],
  getRole: (thing: T) => Role | null,
): readonly string[] {
  const lines = things.map((thing) => [thing.id, getRole(thing)] as const);
  return lines.flatMap(([id, role]) => (role === null ? [] : [`${id} ${role}`])).toSorted();
}

const listIds = (lines: readonly string[]) => lines.map((line) => line.split(" ")[0]).toSorted();

/** Compares the responses to all users with the model. */
async function compare(organization: RandomOrganization, message: string): Promise<void> {
  const { workspace, organizationId, admin, people, model } = organization;
  const all = { organizationId, limit: 1000 };
  for (const who of people) {
    const say = `${message}: ${who}, ${model.members.get(who)}`;
    const spaces = visible(model.spaces, (one) => roleInSpace(model, who, one));
    const collections = visible(model.collections, (one) => roleInCollection(model, who, one));
    const sites = visible(model.sites, (one) => roleOnSite(model, who, one));

    const listed = (await workspace.ok(who, space.list, all)).items;
    expect(listed.map((one) => `${one.id} ${roleTold(one.permissions)}`).toSorted(), say).toEqual(
      spaces,
    );
    const groups = (await workspace.ok(who, collection.list, all)).items;
    expect(groups.map(({ id }) => id).toSorted(), say).toEqual(listIds(collections));
    const shown = (await workspace.ok(who, site.list, all)).items;
    expect(shown.map(({ id }) => id).toSorted(), say).toEqual(listIds(sites));

    for (const one of model.spaces) {
      const role = roleInSpace(model, who, one);
      const at = { spaceId: one.id };
      happens(say, role, [
        [await workspace.ask(who, space.get, at), "read"],
        [await workspace.ask(who, comment.list, at), "comment"],
        [await workspace.ask(who, cr.create, { ...at, subject: "Change" }), "edit"],
        [await workspace.ask(who, spacePermission.listUsers, at), "admin"],
      ]);
    }
    for (const one of model.collections) {
      const role = roleInCollection(model, who, one);
      const at = { collectionId: one.id };
      happens(say, role, [
        [await workspace.ask(who, collection.get, at), "read"],
        [await workspace.ask(who, collectionPermission.listUsers, at), "admin"],
      ]);
      if (role === null) continue;
      const { items } = await workspace.ok(who, collection.spaces, { ...at, limit: 1000 });
      const inside = model.spaces.filter(({ parent }) => parent === one);
      expect(
        items.map((item) => `${item.id} ${roleTold(item.permissions)}`).toSorted(),
        say,
      ).toEqual(visible(inside, (inner) => roleInSpace(model, who, inner)));
    }
    for (const one of model.sites) {
      const role = roleOnSite(model, who, one);
      const at = { organizationId, siteId: one.id };
      happens(say, role, [
        [await workspace.ask(who, site.get, at), "read"],
        [await workspace.ask(who, sitePermission.listUsers, at), "admin"],
      ]);
      if (role === null) continue;
      const { items } = await workspace.ok(who, siteSpace.list, { ...at, limit: 1000 });
      const onIt = model.spaces.filter(({ sites: on }) => on.has(one));
      expect(items.map((item) => item.space.id).toSorted(), say).toEqual(
        listIds(visible(onIt, (inner) => roleInSpace(model, who, inner))),
      );
    }

    const asked = { organizationId, userId: who };
    const theirs = (await workspace.ok(admin, member.spaces, { ...asked, limit: 1000 })).items;
    const permitted = theirs.map((item) => `${item.space.id} ${item.permission}`);
    expect(permitted.toSorted(), say).toEqual(spaces);
    const counted = await workspace.ok(admin, member.get, asked);
    expect([counted.spaces, counted.sites], say).toEqual([spaces.length, sites.length]);
  }
  await compareAccess(organization, message);
  const counts = (await workspace.ok(admin, team.list, all)).items;
  for (const { id, spaces } of counts) expect(spaces, message).toBe(spacesOfTeam(model, id));
}

/** Compares the lists of users with roles in each resource with the model. */
async function compareAccess(organization: RandomOrganization, message: string): Promise<void> {
  const { workspace, organizationId, admin, model } = organization;
  const whole = { limit: 1000 };
  type Listed = readonly { readonly user: { readonly id: string }; readonly permission: unknown }[];
  const lines = (items: Listed) =>
    items.map(({ user, permission }) => `${user.id} ${permission}`).toSorted();
  const wanted = (getRole: (who: string) => Role | null) =>
    visible(
      [...model.members.keys()].map((id) => ({ id })),
      ({ id }) => getRole(id),
    );
  for (const one of model.spaces) {
    const { items } = await workspace.ok(admin, spacePermission.list, {
      spaceId: one.id,
      ...whole,
    });
    expect(lines(items), message).toEqual(wanted((who) => roleInSpace(model, who, one)));
  }
  for (const one of model.collections) {
    const at = { collectionId: one.id, ...whole };
    const { items } = await workspace.ok(admin, collectionPermission.list, at);
    expect(lines(items), message).toEqual(wanted((who) => roleInCollection(model, who, one)));
  }
  for (const one of model.sites) {
    const at = { organizationId, siteId: one.id, ...whole };
    const { items } = await workspace.ok(admin, sitePermission.list, at);
    expect(lines(items), message).toEqual(wanted((who) => roleOnSite(model, who, one)));
    for (const { user, origin } of items) {
      expect(origin, message).toEqual(getOrigin(model, user.id, one, organizationId));
    }
  }
}

/** The sources of a user's role on a site. */
function getOrigin(
  { members, teams }: ModelOrganization,
  who: string,
  { id, level, grants }: ModelThing,
  organization: string,
): unknown {
  const here = { type: "site", site: id };
  const theirs = [...teams.keys()].filter((one) => grants.has(one) && teams.get(one)?.has(who));
  if (members.get(who) === "admin") return { type: "organization", organization };
  if (grants.has(who)) return { ...here, reason: "member" };
  const strongest = theirs.toSorted(
    (one, other) =>
      roles.indexOf(grants.get(one) ?? "read") - roles.indexOf(grants.get(other) ?? "read") ||
      (one < other ? -1 : 1),
  )[0];
  if (strongest !== undefined) return { ...here, reason: "team", team: strongest };
  return level === "inherit"
    ? { type: "organization", organization }
    : { ...here, reason: "default" };
}

/**
 * Each request succeeds for exactly the roles from the given one up; hidden resources are not
 * found.
 */
function happens(
  message: string,
  role: Role | null,
  tries: readonly (readonly [{ readonly status: number }, Role])[],
): void {
  for (const [{ status }, needed] of tries) {
    const wanted = role === null ? 404 : isAtLeast(role, needed) ? "done" : 403;
    expect(status < 400 ? "done" : status, message).toBe(wanted);
  }
}

slowTest(
  "in random organizations lists, operations and counts match the precedence rules, before and after changes",
  async () => {
    const organizations = amount({ short: 2, full: 200 });
    const workspace = await openWorkspace();
    for (let seed = 1; seed <= organizations; seed++) {
      const organization = await makeOrganization(workspace, randomFrom(seed));
      await compare(organization, `seed ${seed}`);
      await organization.change();
      await compare(organization, `seed ${seed}, changed`);
    }
  },
);

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

async function start() {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const asked = { organizationId, parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, asked);
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId });
  const onSite = { organizationId, siteId };
  await workspace.ok(admin, siteSpace.create, { ...onSite, spaceId });
  const getRole = async (who: string) =>
    roleTold((await workspace.ok(who, space.get, { spaceId })).permissions);
  return { workspace, organizationId, admin, collectionId, spaceId, onSite, getRole };
}

// https://gitbook.com/docs/collaborate/member-management/permissions-and-inheritance
test("the first documented example: a site's role for a creator precedes their role in the organization", async () => {
  const { workspace, organizationId, admin, onSite, getRole } = await start();
  const creator = await workspace.member(organizationId, "create");
  expect(await getRole(creator)).toBe("create");
  const users = [creator];
  await workspace.ok(admin, sitePermission.grant, { ...onSite, role: "comment", users });
  expect(await getRole(creator)).toBe("comment");
});

test("the second documented example: a site's level precedes that of the collection, and a grant on the space both", async () => {
  const { workspace, organizationId, admin, collectionId, spaceId, onSite, getRole } =
    await start();
  const editor = await workspace.member(organizationId, "edit");
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: "read" });
  expect(await getRole(editor)).toBe("read");
  await workspace.ok(admin, site.update, { ...onSite, defaultLevel: "comment" });
  expect(await getRole(editor)).toBe("comment");
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "create", users: [editor] });
  expect(await getRole(editor)).toBe("create");
});

test("a weaker grant on a space overrides stronger roles, and revoking it restores them", async () => {
  const { workspace, organizationId, admin, spaceId, getRole } = await start();
  const creator = await workspace.member(organizationId, "create");
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [creator] });
  expect(await getRole(creator)).toBe("read");
  const asked = { organizationId, title: "Team", members: [creator] };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "admin", teams: [teamId] });
  expect(await getRole(creator)).toBe("read");
  await workspace.ask(admin, spacePermission.removeUser, { spaceId, userId: creator });
  expect(await getRole(creator)).toBe("admin");
  expect(await getRole(admin)).toBe("admin");
});

test("a site shows content that its collection hides, and hides content that its collection shows", async () => {
  const { workspace, organizationId, admin, collectionId, spaceId, onSite, getRole } =
    await start();
  const reader = await workspace.member(organizationId, "read");
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: null });
  expect(await workspace.refused(reader, space.get, { spaceId })).toMatchObject({ status: 404 });
  await workspace.ok(admin, site.update, { ...onSite, defaultLevel: "edit" });
  expect(await getRole(reader)).toBe("edit");
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: "admin" });
  await workspace.ok(admin, site.update, { ...onSite, defaultLevel: null });
  expect(await workspace.refused(reader, space.get, { spaceId })).toMatchObject({ status: 404 });
  await workspace.ask(admin, site.remove, onSite);
  expect(await getRole(reader)).toBe("admin");
});

test("a hidden space is visible to admins, users with a grant, and its creator", async () => {
  const { workspace, organizationId, admin } = await start();
  const creator = await workspace.member(organizationId, "create");
  const other = await workspace.member(organizationId, "create");
  const guest = await workspace.member(organizationId, null);
  const { id: spaceId } = await workspace.ok(creator, space.create, { organizationId });
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [guest] });
  const listedFor = async (who: string) => {
    const { items } = await workspace.ok(who, space.list, { organizationId });
    return items.filter(({ id }) => id === spaceId).map((one) => roleTold(one.permissions));
  };
  expect(await listedFor(admin)).toEqual(["admin"]);
  expect(await listedFor(creator)).toEqual(["create"]);
  expect(await listedFor(guest)).toEqual(["read"]);
  expect(await listedFor(other)).toEqual([]);
  const demoted = { organizationId, userId: creator, role: "read" as const };
  await workspace.ok(admin, member.update, demoted);
  expect(await listedFor(creator)).toEqual(["read"]);
});
