import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { endNestedDomains } from "../../../../src/service/database/migrations/0041-nested-domains.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

type Origin = "upgrade" | "operator" | "dns";

async function open() {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const ids: string[] = [];
  /** An organization with a domain, and with a site that uses a name. */
  const add = async (domain: string, origin: Origin, hostname?: string, proxy?: string) => {
    const organizationId = await workspace.organization();
    ids.push(organizationId);
    const admin = await workspace.member(organizationId, "admin");
    const { id } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
    const { created_at } = await db
      .selectFrom("sites")
      .select("created_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("sites")
      .set({ hostname: hostname ?? null, proxy: proxy ?? null })
      .where("id", "=", id)
      .execute();
    const since = origin === "upgrade" ? created_at : "2031-01-01T00:00:00.000Z";
    await db
      .insertInto("organization_domains")
      .values({
        organization_id: organizationId,
        domain,
        created_at: since,
        verified_at: since,
        verified_by: origin === "dns" ? "dns" : "operator",
        checked_at: null,
        finding: null,
      })
      .execute();
  };
  const migrate = async () => {
    for (const step of endNestedDomains(db.schema, db)) await step.execute();
    const rows = await db.selectFrom("organization_domains").selectAll().execute();
    const sites = await db.selectFrom("sites").selectAll().execute();
    const domains = rows.map(
      ({ organization_id, domain, verified_by, finding }) =>
        `${ids.indexOf(organization_id)} ${domain} ${verified_by ?? finding}`,
    );
    const names = sites.map(
      ({ organization_id, hostname, proxy }) =>
        `${ids.indexOf(organization_id)} ${hostname} ${proxy}`,
    );
    return { domains: domains.toSorted(), names: names.toSorted() };
  };
  return { add, migrate };
}

test("of two domains that lie in each other, those of the upgrade end", async () => {
  const { add, migrate } = await open();
  await add("one.example", "upgrade", "help.one.example");
  await add("docs.one.example", "upgrade", "docs.one.example");
  await add("two.example", "dns", "two.example");
  await add("docs.two.example", "upgrade", undefined, "docs.two.example/help");
  await add("a.three.example", "operator", "a.three.example");
  await add("three.example", "upgrade", "www.three.example");
  const { domains, names } = await migrate();
  expect(domains).toEqual([
    "0 one.example taken",
    "1 docs.one.example taken",
    "2 two.example dns",
    "3 docs.two.example taken",
    "4 a.three.example operator",
    "5 three.example taken",
  ]);
  expect(names).toEqual([
    "0 null null",
    "1 null null",
    "2 two.example null",
    "3 null null",
    "4 a.three.example null",
    "5 null null",
  ]);
});

slowTest("other domains stay, such as similar names and decisions since the upgrade", async () => {
  const { add, migrate } = await open();
  await add("one.example", "upgrade", "one.example");
  await add("docsone.example", "upgrade", "docsone.example");
  await add("one.example.com", "upgrade", "one.example.com");
  await add("two.example", "operator", "two.example");
  await add("docs.two.example", "dns", "docs.two.example");
  const { domains, names } = await migrate();
  expect(domains.filter((one) => one.endsWith("taken"))).toEqual([]);
  expect(names.filter((one) => one.includes("null null"))).toEqual([]);
});
