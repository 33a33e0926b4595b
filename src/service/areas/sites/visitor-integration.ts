/** Lookup of the integration that authenticates the visitors of a site. */
import { sql } from "kysely";
import { InstallationPermissions } from "../../core/installation-permissions.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "./tables.ts";

const visitorScope = "site:visitor:auth";

/**
 * Finds the oldest active integration on the site with the scope for visitor authentication.
 * @returns the name of the integration; undefined if there is none
 */
export async function loadVisitorIntegration(
  db: Queries,
  { id, organization_id: organizationId }: Pick<SiteTable, "id" | "organization_id">,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("integration_facets", "integration_facets.integration", "integrations.name")
    .select(["installations.integration", "installations.accepted"])
    .select(["integrations.manifest", "integrations.target"])
    .where("installations.organization_id", "=", organizationId)
    .where("installations.status", "=", "active")
    // Preselects the few integrations that request the scope. Its acceptance is checked below.
    .where("integration_facets.kind", "=", "scope")
    .where("integration_facets.value", "=", visitorScope)
    .where(
      sql<boolean>`(installations.site_selection = 'all' or exists (
        select 1 from installation_contents as own
        where own.installation_id = installations.id and own.content_id = ${id}
      ))`,
    )
    .orderBy("installations.created_at")
    .orderBy("installations.id")
    .execute();
  return rows.find((row) => {
    const permissions = InstallationPermissions.resolve(row);
    return permissions.worksOn("site") && permissions.includes(visitorScope);
  })?.integration;
}
