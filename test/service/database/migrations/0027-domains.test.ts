import { sql } from "kysely";
import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { createDomains } from "../../../../src/service/database/migrations/0027-domains.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("existing domains are verified, unless another organization uses the same one", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const uses = [
    { emails: ["one.example", "both.example"], hostname: "docs.one.example", proxy: null },
    { emails: ["both.example"], hostname: null, proxy: "shared.example.com/help" },
    { emails: [], hostname: "shared.example.com", proxy: "three.example/docs" },
  ];
  const ids: string[] = [];
  for (const { emails, hostname, proxy } of uses) {
    const organizationId = await workspace.organization();
    ids.push(organizationId);
    const admin = await workspace.member(organizationId, "admin");
    const { id } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
    await db.updateTable("sites").set({ hostname, proxy }).where("id", "=", id).execute();
    await db
      .updateTable("organizations")
      .set({ email_domains: JSON.stringify(emails) })
      .where("id", "=", organizationId)
      .execute();
  }
  await sql`drop table organization_domains`.execute(db);
  for (const step of createDomains(db.schema, db)) await step.execute();
  const rows = await db.selectFrom("organization_domains").selectAll().execute();
  const shown = rows.map((row) => {
    const status = row.verified_at === null ? row.finding : row.verified_by;
    return `${ids.indexOf(row.organization_id)} ${row.domain} ${status}`;
  });
  expect(shown.toSorted()).toEqual([
    "0 both.example taken",
    "0 docs.one.example operator",
    "0 one.example operator",
    "1 both.example taken",
    "1 shared.example.com taken",
    "2 shared.example.com taken",
    "2 three.example operator",
  ]);
  const sites = await db
    .selectFrom("sites")
    .select(["organization_id", "hostname", "proxy"])
    .execute();
  const left = sites.map(({ organization_id, hostname, proxy }) => {
    return [ids.indexOf(organization_id), hostname, proxy].join(" ");
  });
  expect(left.toSorted()).toEqual(["0 docs.one.example ", "1  ", "2  three.example/docs"]);
});
