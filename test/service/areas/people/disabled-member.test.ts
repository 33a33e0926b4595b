import { expect, test } from "vitest";
import * as member from "../../../../src/contract/member.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const change = (userId: string, changes: object) =>
    workspace.ok(admin, member.update, { organizationId, userId, ...changes });
  return { workspace, organizationId, admin, change };
}

test("a disabled member keeps the role and has no access until enabled", async () => {
  const { workspace, organizationId, admin, change } = await start();
  const editor = await workspace.member(organizationId, "edit");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(editor, space.get, { spaceId });
  expect(await change(editor, { disabled: true })).toMatchObject({
    role: "edit",
    disabled: true,
    spaces: 0,
  });
  expect((await workspace.refused(editor, space.get, { spaceId })).status).toBe(404);
  expect((await workspace.refused(editor, organization.get, { organizationId })).status).toBe(404);
  expect((await workspace.ok(editor, organization.list, {})).items).toEqual([]);
  const { items } = await workspace.ok(admin, member.list, { organizationId });
  expect(items.find(({ id }) => id === editor)?.disabled).toBe(true);
  const aggregate = await workspace.ok(admin, spacePermission.list, { spaceId });
  expect(JSON.stringify(aggregate.items)).not.toContain(editor);
  await change(editor, { disabled: false });
  await workspace.ok(editor, space.get, { spaceId });
});

test("the last active admin cannot be disabled, even together with a change of role", async () => {
  const { workspace, organizationId, admin, change } = await start();
  const owner = await workspace.db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .where("user_id", "<>", admin)
    .execute();
  for (const { user_id } of owner) await change(user_id, { role: "read" });
  const input = { organizationId, userId: admin, disabled: true };
  expect(await workspace.refused(admin, member.update, input)).toMatchObject({
    status: 409,
    message: expect.stringContaining("cannot be disabled"),
  });
  const other = await workspace.member(organizationId, "read");
  expect(await change(other, { role: "admin", disabled: true })).toMatchObject({ disabled: true });
  expect((await workspace.refused(admin, member.update, input)).status).toBe(409);
  expect(await change(other, { disabled: false })).toMatchObject({ role: "admin" });
  await workspace.ok(admin, member.update, input);
});

test("only admins disable members", async () => {
  const { workspace, organizationId, admin } = await start();
  const reviewer = await workspace.member(organizationId, "review");
  const input = { organizationId, userId: admin, disabled: true };
  expect((await workspace.refused(reviewer, member.update, input)).status).toBe(403);
});
