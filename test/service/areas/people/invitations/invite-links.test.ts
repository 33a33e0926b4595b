import { describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as invite from "../../../../../src/contract/organization-invite.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as spacePermission from "../../../../../src/contract/space-permission.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

/** For all tests, each in its own organizations. */
const workspace = await openWorkspace();

async function start() {
  const [organizationId, other] = [await workspace.organization(), await workspace.organization()];
  const admin = await workspace.member(organizationId, "admin");
  await workspace.enroll(other, admin, "admin");
  const own = { organizationId };
  const { id: spaceId } = await workspace.ok(admin, space.create, own);
  const { id: collectionId } = await workspace.ok(admin, collection.create, own);
  const foreign = await workspace.ok(admin, space.create, { organizationId: other });
  const deleted = await workspace.ok(admin, space.create, own);
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const create = (input: object) =>
    workspace.ok(admin, invite.create, { organizationId, ...input });
  const ids = {
    ...{ space: spaceId, collection: collectionId, foreign: foreign.id, deleted: deleted.id },
  };
  return { workspace, organizationId, other, admin, create, ids };
}

const ambiguous =
  "The target of the link is ambiguous. Specify role for a link to the organization, or level with either space or collection.";

describe("an invite link", () => {
  test.each([
    [{ role: "read" }, ""],
    [{ role: null }, ""],
    [{ level: "read", space: "space" }, ""],
    [{ level: null, collection: "collection" }, ""],
    [{}, ambiguous],
    [{ level: "read" }, ambiguous],
    [{ space: "space" }, ambiguous],
    [{ collection: "collection" }, ambiguous],
    [{ role: "read", level: "read" }, ambiguous],
    [{ role: "read", space: "space" }, ambiguous],
    [{ role: "read", collection: "collection" }, ambiguous],
    [{ role: "read", level: "read", space: "space" }, ambiguous],
    [{ level: "read", space: "space", collection: "collection" }, ambiguous],
    [{ level: "read", space: "foreign" }, "space ID is not in this organization. Check the id."],
    [{ level: "read", space: "deleted" }, "space ID is not in this organization. Check the id."],
    [{ level: "read", space: "collection" }, "space ID is not in this organization. Check the id."],
    [
      { level: "read", collection: "space" },
      "collection ID is not in this organization. Check the id.",
    ],
  ] as const)("with %j", async (input, message) => {
    const { workspace, organizationId, admin, ids } = await start();
    const named = Object.entries(input).map(([name, value]) => [
      name,
      name === "space" || name === "collection" ? ids[value as keyof typeof ids] : value,
    ]);
    const asked = { organizationId, ...Object.fromEntries(named) };
    const answer = await workspace.ask(admin, invite.create, asked);
    const target = asked.space ?? asked.collection ?? "";
    expect([answer.status, answer.message]).toEqual([
      message === "" ? 201 : 400,
      message.replace("ID", target),
    ]);
    const rows = await workspace.db
      .selectFrom("link_invites")
      .select("id")
      .where("organization_id", "=", organizationId)
      .execute();
    expect(rows).toHaveLength(message === "" ? 1 : 0);
  });

  test("to the organization changes its role, and one to content its level", async () => {
    const { workspace, organizationId, other, admin, create, ids } = await start();
    const [open, toSpace, toCollection] = [
      await create({ role: "read" }),
      await create({ level: "read", space: ids.space }),
      await create({ level: "read", collection: ids.collection }),
    ];
    const update = (inviteId: string, changes: object) =>
      workspace.ask(admin, invite.update, { organizationId, inviteId, ...changes });
    const ofOrganization = "The link invites to the organization. Specify role, and omit level.";
    const ofContent = "The link invites to a space or collection. Specify level, and omit role.";
    for (const [{ id }, changes, message] of [
      [open, {}, ofOrganization],
      [open, { level: "edit" }, ofOrganization],
      [open, { level: "edit", role: "edit" }, ofOrganization],
      [toSpace, {}, ofContent],
      [toSpace, { role: "edit" }, ofContent],
      [toSpace, { role: "edit", level: "edit" }, ofContent],
      [toCollection, { role: "edit" }, ofContent],
    ] as const) {
      const { status, message: found } = await update(id, changes);
      expect([changes, status, found]).toEqual([changes, 400, message]);
    }
    const stored = async () => {
      const rows = await workspace.db.selectFrom("link_invites").selectAll().execute();
      const byId = new Map(rows.map((row) => [row.id, [row.role, row.level]]));
      return [open, toSpace, toCollection].map(({ id }) => byId.get(id));
    };
    const initial = [
      ["read", null],
      [null, "read"],
      [null, "read"],
    ];
    expect(await stored()).toEqual(initial);
    expect((await update(open.id, { role: "edit" })).body).toMatchObject({ role: "edit" });
    expect((await update(toSpace.id, { level: "review" })).body).toMatchObject({
      ...{ level: "review", space: { id: ids.space } },
    });
    expect(await stored()).toEqual([["edit", null], [null, "review"], initial[2]]);
    await update(open.id, { role: null });
    await update(toSpace.id, { level: null });
    expect(await stored()).toEqual([[null, null], [null, null], initial[2]]);
    const elsewhere = { organizationId: other, inviteId: open.id };
    for (const refused of [
      workspace.refused(admin, invite.get, elsewhere),
      workspace.refused(admin, invite.update, { ...elsewhere, role: "admin" }),
      workspace.refused(await workspace.person(), invite.accept, elsewhere),
    ]) {
      expect((await refused).status).toBe(404);
    }
    const shown = await workspace.ok(admin, invite.get, { organizationId, inviteId: toSpace.id });
    expect(shown).toEqual({
      ...{ object: "invite", id: toSpace.id, redundant: true, level: null },
      space: await workspace.ok(admin, space.get, { spaceId: ids.space }),
    });
  });

  test("to the organization is in the list, oldest first", async () => {
    const { workspace, organizationId, other, admin, create, ids } = await start();
    const expected: string[] = [];
    for (const role of ["read", null, "edit"] as const) {
      expected.push((await create({ role })).id);
      workspace.passDays(1);
    }
    await create({ level: "read", space: ids.space });
    await create({ level: "read", collection: ids.collection });
    await workspace.ok(admin, invite.create, { organizationId: other, role: "read" });
    const listed = await readAllPages<{ id: string }>(workspace, admin, invite.list, {
      organizationId,
    });
    expect(listed.map(({ id }) => id)).toEqual(expected);
  });

  test.each([
    ["comment", undefined, "comment"],
    ["comment", "read", "comment"],
    ["comment", "comment", "comment"],
    ["comment", "edit", "edit"],
    [null, undefined, undefined],
    [null, "edit", "edit"],
  ] as const)(
    "with the level %s for a user with the role %s in the space",
    async (level, before, expected) => {
      const { workspace, organizationId, admin, create, ids } = await start();
      const { id: inviteId } = await create({ level, space: ids.space });
      const [guest, other] = [
        await workspace.member(organizationId, null),
        await workspace.member(organizationId, null),
      ];
      const spaceId = ids.space;
      await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [other] });
      if (before !== undefined) {
        await workspace.ok(admin, spacePermission.grant, { spaceId, role: before, users: [guest] });
      }
      await workspace.ok(guest, invite.accept, { organizationId, inviteId });
      const { items } = await workspace.ok(admin, spacePermission.listUsers, { spaceId });
      const roles = new Map(items.map((item) => [item.user.id, item.permission]));
      expect([roles.get(guest), roles.get(other)]).toEqual([expected, "read"]);
    },
  );

  test("raises a guest only in its own organization", async () => {
    const { workspace, organizationId, other, create } = await start();
    const { id: inviteId } = await create({ role: "edit" });
    const [guest, second] = [
      await workspace.member(organizationId, null),
      await workspace.member(organizationId, null),
    ];
    await workspace.enroll(other, guest, null);
    await workspace.ok(guest, invite.accept, { organizationId, inviteId });
    const rows = await workspace.db
      .selectFrom("members")
      .select(["organization_id", "user_id", "role"])
      .where("user_id", "in", [guest, second])
      .execute();
    const listed = rows.map((row) => [row.organization_id, row.user_id, row.role].join(" "));
    expect(listed.toSorted()).toEqual(
      [
        `${organizationId} ${guest} edit`,
        `${organizationId} ${second} `,
        `${other} ${guest} `,
      ].toSorted(),
    );
  });
});
