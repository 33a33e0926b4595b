import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../src/contract/collection-permission.ts";
import * as member from "../../../../src/contract/member.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import type { Role } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import * as team from "../../../../src/contract/team.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start(role: Role | null) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const person = await workspace.member(organizationId, role);
  const asked = { organizationId, title: "Team", members: [person] };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  return { workspace, organizationId, admin, person, teamId };
}

test("content transferred to another organization loses its grants", async () => {
  const { workspace, organizationId, admin, person, teamId } = await start("read");
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  await workspace.enroll(other, person, null);
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const inner = await workspace.ok(admin, collection.create, {
    organizationId,
    parent: collectionId,
  });
  const inCollection = { organizationId, parent: inner.id };
  const { id: inside } = await workspace.ok(admin, space.create, inCollection);
  const { id: alone } = await workspace.ok(admin, space.create, { organizationId });
  const to = { role: "edit" as const, users: [person], teams: [teamId] };
  await workspace.ok(admin, collectionPermission.grant, { collectionId, ...to });
  await workspace.ok(admin, collectionPermission.grant, { collectionId: inner.id, ...to });
  for (const spaceId of [inside, alone]) {
    await workspace.ok(admin, spacePermission.grant, { spaceId, ...to });
  }
  await workspace.ok(admin, collection.transfer, { collectionId, organization: other });
  await workspace.ok(admin, space.transfer, { spaceId: alone, organization: other });
  for (const spaceId of [inside, alone]) {
    expect(await workspace.refused(person, space.get, { spaceId })).toMatchObject({ status: 404 });
  }
  const left = await workspace.db.selectFrom("grants").selectAll().execute();
  expect(left).toEqual([]);
});

test("a duplicate of a private space has the grants of the original", async () => {
  const { workspace, organizationId, admin, person } = await start("read");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [person] });
  const copy = await workspace.ok(admin, space.duplicate, { spaceId });
  const seen = await workspace.ok(person, space.get, { spaceId: copy.id });
  expect(seen.permissions).toMatchObject({ edit: true, review: false });
});

test("a purged space leaves no grant", async () => {
  const { workspace, organizationId, admin, person } = await start("read");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [person] });
  await workspace.ok(admin, space.remove, { spaceId });
  workspace.passDays(8);
  await workspace.ok(admin, space.list, { organizationId });
  expect(await workspace.db.selectFrom("grants").selectAll().execute()).toEqual([]);
});

test("a removed member who returns has none of the former grants", async () => {
  const { workspace, organizationId, admin, person } = await start(null);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [person] });
  await workspace.ok(person, space.get, { spaceId });
  await workspace.ask(admin, member.remove, { organizationId, userId: person });
  await workspace.enroll(organizationId, person, null);
  expect(await workspace.refused(person, space.get, { spaceId })).toMatchObject({ status: 404 });
  const { items } = await workspace.ok(admin, spacePermission.listUsers, { spaceId });
  expect(items).toEqual([]);
});

test("a deleted collection leaves no grant and no invite link", async () => {
  const { workspace, organizationId, admin, person } = await start("read");
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const to = { role: "edit" as const, users: [person] };
  await workspace.ok(admin, collectionPermission.grant, { collectionId, ...to });
  const link = { organizationId, level: "read" as const, collection: collectionId };
  await workspace.ok(admin, invite.create, link);
  await workspace.ask(admin, collection.remove, { collectionId });
  expect(await workspace.db.selectFrom("grants").selectAll().execute()).toEqual([]);
  expect((await workspace.ok(admin, invite.list, { organizationId })).items).toEqual([]);
});

test("a user who may create only in a granted collection creates there and nowhere else", async () => {
  const { workspace, organizationId, admin, person } = await start(null);
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const to = { role: "create" as const, users: [person] };
  await workspace.ok(admin, collectionPermission.grant, { collectionId, ...to });
  const inside = { organizationId, parent: collectionId };
  const { id: spaceId } = await workspace.ok(person, space.create, inside);
  const seen = await workspace.ok(person, space.get, { spaceId });
  expect(seen.permissions).toMatchObject({ triggerGitSync: true, admin: false });
  expect(await workspace.refused(person, space.create, { organizationId })).toMatchObject({
    status: 403,
  });
});

test("siblings visible by grants can be named in a move, and hidden ones do not block it", async () => {
  const { workspace, organizationId, admin, person } = await start(null);
  const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
  const make = async () => {
    const input = { organizationId, parent: collectionId };
    return (await workspace.ok(admin, space.create, input)).id;
  };
  const [first, hidden, last, moving] = [await make(), await make(), await make(), await make()];
  for (const spaceId of [first, last, moving]) {
    const to = { role: "admin" as const, users: [person] };
    await workspace.ok(admin, spacePermission.grant, { spaceId, ...to });
  }
  const position = (after: string, before: string) => ({
    spaceId: moving,
    position: {
      after: { type: "space" as const, space: after },
      before: { type: "space" as const, space: before },
    },
  });
  expect(await workspace.refused(person, space.move, position(first, hidden))).toMatchObject({
    status: 400,
  });
  await workspace.ok(person, space.move, position(first, last));
});

test("a member who leaves one organization keeps the grants in another", async () => {
  const { workspace, organizationId, admin, person } = await start("read");
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  await workspace.enroll(other, person, null);
  const granted = [organizationId, other].map(async (organization) => {
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      organizationId: organization,
    });
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", users: [person] });
    return spaceId;
  });
  const [left = "", kept = ""] = await Promise.all(granted);
  await workspace.ok(admin, member.remove, { organizationId, userId: person });
  expect(await workspace.refused(person, space.get, { spaceId: left })).toMatchObject({
    status: 404,
  });
  const seen = await workspace.ok(person, space.get, { spaceId: kept });
  expect(seen.permissions).toMatchObject({ edit: true });
});
