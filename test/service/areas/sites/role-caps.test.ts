import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { addSiteRoleCaps } from "../../../../src/service/database/migrations/0029-site-role-caps.ts";
import { openSitesFixture } from "./fixture.ts";

test("a site with a space from an earlier build gives at most the role create in it", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const { db } = workspace;
  const reader = await workspace.member(org, "read");
  const id = await fixture.site("Guide");
  await workspace.ok(admin, site.update, { ...fixture.of(id), defaultLevel: "admin" });
  const [guide] = await fixture.siteSpaces(id);
  const spaceId = guide?.space.id ?? "";
  const read = async () => (await workspace.ok(reader, space.get, { spaceId })).permissions;
  expect(await read()).toMatchObject({ admin: true });
  await db.schema.alterTable("site_spaces").dropColumn("role_cap").execute();
  for (const step of addSiteRoleCaps(db.schema, db)) await step.execute();
  expect(await read()).toMatchObject({ admin: false, triggerGitSync: true });
  const row = await db
    .selectFrom("spaces")
    .select("resolved_level")
    .where("id", "=", spaceId)
    .executeTakeFirst();
  expect(row?.resolved_level).toBe("create");
});
