/** Migrations of the workspace: cleanup of earlier transfers, and domain claims. */
import { type RawBuilder, sql } from "kysely";
import type { Migration } from "../../database/migrate.ts";
import type { Queries } from "../../database/tables.ts";

/** Removes references to content of other organizations, which earlier transfers left behind. */
export const endForeignReferences: Migration = (_, db) => {
  const run = (statement: RawBuilder<unknown>) => ({
    async execute() {
      await statement.execute(db);
    },
  });
  return [
    run(sql`delete from translations where exists (
      select 1 from spaces where spaces.id = translations.source_space
        and spaces.organization_id <> translations.organization_id
    )`),
    run(sql`update translations set result_space = null, result_revision = null where exists (
      select 1 from spaces where spaces.id = translations.result_space
        and spaces.organization_id <> translations.organization_id
    )`),
    run(sql`delete from imports where exists (
      select 1 from spaces where spaces.id = imports.space_id
        and spaces.organization_id <> imports.organization_id
    )`),
  ];
};

/**
 * Domains that are already in use become verified by the operator, unless several organizations use
 * the same domain. Such a domain is not verified, and sites lose it.
 */
export const domains: Migration = (schema, db) => [
  schema
    .createTable("organization_domains")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("domain", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("verified_at", "text")
    .addColumn("verified_by", "text")
    .addColumn("checked_at", "text")
    .addColumn("finding", "text")
    .addPrimaryKeyConstraint("organization_domains_key", ["organization_id", "domain"]),
  schema
    .createIndex("verified_domains")
    .unique()
    .on("organization_domains")
    .column("domain")
    .where(sql`verified_at`, "is not", null),
  { execute: () => claimUsedDomains(db) },
];

interface Use {
  readonly organization: string;
  readonly domain: string;
  readonly since: string;
}

async function claimUsedDomains(db: Queries): Promise<void> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "email_domains", "created_at"])
    .execute();
  const sites = await db
    .selectFrom("sites")
    .select(["id", "organization_id", "hostname", "proxy", "created_at"])
    .where((row) => row.or([row("hostname", "is not", null), row("proxy", "is not", null)]))
    .execute();
  const uses: Use[] = [];
  for (const { id: organization, email_domains, created_at: since } of organizations) {
    const emailDomains: readonly string[] = JSON.parse(email_domains);
    for (const domain of emailDomains) uses.push({ organization, domain, since });
  }
  for (const { organization_id: organization, hostname, proxy, created_at: since } of sites) {
    if (hostname !== null) uses.push({ organization, domain: hostname, since });
    const host = proxy?.split("/", 1)[0];
    if (host !== undefined) uses.push({ organization, domain: host, since });
  }
  const users = new Map<string, Set<string>>();
  for (const { organization, domain } of uses) {
    users.set(domain, (users.get(domain) ?? new Set()).add(organization));
  }
  const isShared = (domain: string | null | undefined) =>
    typeof domain === "string" && (users.get(domain)?.size ?? 0) > 1;
  for (const use of uses) {
    const verified = !isShared(use.domain);
    await db
      .insertInto("organization_domains")
      .values({
        organization_id: use.organization,
        domain: use.domain,
        created_at: use.since,
        verified_at: verified ? use.since : null,
        verified_by: verified ? "operator" : null,
        checked_at: null,
        finding: verified ? null : "taken",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { id, hostname, proxy } of sites) {
    const columns = {
      ...(isShared(hostname) && { hostname: null, hostname_status: null }),
      ...(isShared(proxy?.split("/", 1)[0]) && { proxy: null }),
    };
    if (Object.keys(columns).length === 0) continue;
    await db.updateTable("sites").set(columns).where("id", "=", id).execute();
  }
}
