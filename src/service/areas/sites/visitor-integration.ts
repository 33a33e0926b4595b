/** The integration that may sign the visitors of a docs site in. */
import { sql } from "kysely";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "./tables.ts";

/**
 * The oldest one that is set up, works on the site, and has the scope for it.
 * @returns its name; absent if there is none
 */
export async function visitorIntegrationOf(
  db: Queries,
  { id, organization_id: organizationId }: Pick<SiteTable, "id" | "organization_id">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("integration_facets", "integration_facets.integration", "integrations.name")
    .select("installations.integration")
    .where("installations.organization_id", "=", organizationId)
    .where("installations.status", "=", "active")
    .where("integrations.target", "in", ["all", "site"])
    .where("integration_facets.kind", "=", "scope")
    .where("integration_facets.value", "=", "site:visitor:auth")
    .where(
      sql<boolean>`(installations.site_selection = 'all' or exists (
        select 1 from installation_contents as own
        where own.installation_id = installations.id and own.content_id = ${id}
      ))`,
    )
    .orderBy("installations.created_at")
    .orderBy("installations.id")
    .limit(1)
    .executeTakeFirst();
  return row?.integration;
}
