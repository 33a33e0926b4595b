/** Users who see the preview of a site. */
import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as sitePermission from "../../../../src/contract/site-permission.ts";
import { findSiteMember } from "../../../../src/service/areas/site-lookup/site-members.ts";
import { openSitesFixture } from "../sites/fixture.ts";

test("the members who see a site are found, with a token that is valid in its organization", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const siteId = await fixture.site();
  const row = { id: siteId, organization_id: org };
  const other = await workspace.organization("Other");
  const [reader, guest, invited] = [
    await workspace.member(org, "read"),
    await workspace.member(org, null),
    await workspace.member(org, null),
  ];
  const users = [invited];
  await workspace.ok(admin, sitePermission.grant, { ...fixture.of(siteId), role: "read", users });
  await workspace.ok(admin, site.update, { ...fixture.of(siteId), defaultLevel: "read" });
  const elsewhere = await workspace.member(other, "admin");
  const disabled = await workspace.member(org, "admin");
  await workspace.db
    .updateTable("members")
    .set({ disabled: 1 })
    .where("user_id", "=", disabled)
    .execute();
  const find = async (user: string, boundTo?: string) =>
    (await findSiteMember(workspace.db, row, user, boundTo)) !== undefined;
  for (const [user, isMember] of [
    [admin, true],
    [reader, true],
    [invited, true],
    [guest, false],
    [elsewhere, false],
    [disabled, false],
    ["unknown", false],
  ] as const) {
    expect([user, await find(user), await find(user, org), await find(user, other)]).toEqual([
      ...[user, isMember, isMember, false],
    ]);
  }
  await workspace.ok(admin, site.update, { ...fixture.of(siteId), defaultLevel: null });
  expect([await find(admin), await find(reader), await find(invited)]).toEqual([true, false, true]);
});
