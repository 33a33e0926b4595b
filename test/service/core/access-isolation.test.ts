import { expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as space from "../../../src/contract/space.ts";
import { openWorkspace, type Workspace } from "../../support/platforms/workspace.ts";

test("no user outside an organization reads or changes its content", async () => {
  const workspace = await openWorkspace();
  const secret = "Confidential";
  const org = await workspace.organization(secret);
  const admin = await workspace.member(org, "admin");
  const home = await workspace.organization("Home");
  const stranger = await workspace.member(home, "admin");
  const title = secret;
  const group = await workspace.ok(admin, collection.create, { organizationId: org, title });
  const book = await workspace.ok(admin, space.create, { organizationId: org, title });
  const mine = await workspace.ok(stranger, collection.create, { organizationId: home });
  await workspace.db
    .insertInto("link_invites")
    .values({ id: "invite", organization_id: org, role: null, created_at: "" })
    .execute();
  const organizationId = org;
  const spaceId = book.id;
  const collectionId = group.id;
  const before = await dump(workspace);
  const asks = [
    workspace.ask(stranger, organization.list, {}),
    workspace.ask(stranger, organization.get, { organizationId }),
    workspace.ask(stranger, organization.update, { organizationId, title: "Taken" }),
    workspace.ask(stranger, organization.join, { organizationId }),
    workspace.ask(stranger, organization.deleteInvite, { organizationId, inviteId: "invite" }),
    workspace.ask(stranger, organization.deleteInvite, {
      organizationId: home,
      inviteId: "invite",
    }),
    workspace.ask(stranger, organization.forDomain, { emailDomain: "example.com" }),
    workspace.ask(stranger, organization.update, {
      organizationId: home,
      defaultContent: { type: "space", space: spaceId },
    }),
    workspace.ask(stranger, organization.update, {
      organizationId: home,
      mergeRules: { type: "rules", rules: [{ rule: "allow_bypass", users: [admin] }] },
    }),
    workspace.ask(stranger, collection.list, { organizationId }),
    workspace.ask(stranger, collection.create, { organizationId, title: "Mine" }),
    workspace.ask(stranger, collection.create, { organizationId: home, parent: collectionId }),
    workspace.ask(stranger, collection.get, { collectionId }),
    workspace.ask(stranger, collection.update, { collectionId, title: "Taken" }),
    workspace.ask(stranger, collection.remove, { collectionId }),
    workspace.ask(stranger, collection.spaces, { collectionId }),
    workspace.ask(stranger, collection.move, { collectionId, parent: mine.id }),
    workspace.ask(stranger, collection.move, { collectionId: mine.id, parent: collectionId }),
    workspace.ask(stranger, collection.transfer, { collectionId, organization: home }),
    workspace.ask(stranger, collection.transfer, { collectionId: mine.id, organization: org }),
    workspace.ask(stranger, space.list, { organizationId }),
    workspace.ask(stranger, space.create, { organizationId, title: "Mine" }),
    workspace.ask(stranger, space.create, { organizationId: home, parent: collectionId }),
    workspace.ask(stranger, space.get, { spaceId }),
    workspace.ask(stranger, space.update, { spaceId, title: "Taken" }),
    workspace.ask(stranger, space.remove, { spaceId }),
    workspace.ask(stranger, space.duplicate, { spaceId }),
    workspace.ask(stranger, space.restore, { spaceId }),
    workspace.ask(stranger, space.move, { spaceId, parent: mine.id }),
    workspace.ask(stranger, space.transfer, { spaceId, organization: home }),
  ];
  for (const answer of await Promise.all(asks)) {
    expect(JSON.stringify(answer)).not.toContain(secret);
  }
  expect(await dump(workspace)).toEqual(before);
});

async function dump({ db }: Workspace) {
  return {
    organizations: await db.selectFrom("organizations").selectAll().orderBy("id").execute(),
    members: await db.selectFrom("members").selectAll().orderBy("user_id").execute(),
    invites: await db.selectFrom("link_invites").selectAll().execute(),
    collections: await db.selectFrom("collections").selectAll().orderBy("id").execute(),
    spaces: await db.selectFrom("spaces").selectAll().orderBy("id").execute(),
  };
}
