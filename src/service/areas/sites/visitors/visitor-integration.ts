/** The integration that signs in the visitors of a site. */
import { sql } from "kysely";
import { InstallationPermissions } from "../../../core/access/installation-permissions.ts";
import { getContentEndpoint } from "../../../core/integration-endpoints.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SiteAuthTable, SiteTable } from "../tables.ts";

export interface VisitorIntegration {
  readonly name: string;
  /** The id of its installation. */
  readonly installation: string;
}

type VisitedSite = Pick<SiteTable, "id" | "organization_id">;

/** The path below the endpoint of an installation on a site at which its script signs visitors in. */
export const visitorPath = "visitor-auth";

/** The integration of a site whose settings select it; undefined after it was uninstalled. */
export async function findSelectedIntegration(
  db: Queries,
  site: VisitedSite,
  auth: Pick<SiteAuthTable, "backend"> | undefined,
): Promise<VisitorIntegration | undefined> {
  return auth?.backend === "integration" ? findVisitorIntegration(db, site) : undefined;
}

/** The URL at which a visitor starts to sign in. */
export function buildSignInUrl(
  base: string,
  { id }: Pick<SiteTable, "id">,
  integration: VisitorIntegration,
): string {
  return `${getContentEndpoint(base, integration, "site", id)}/${visitorPath}`;
}

const visitorScope = "site:visitor:auth";

/**
 * Finds the oldest active integration on the site with the scope for visitor authentication.
 * @returns undefined if there is none
 */
export async function findVisitorIntegration(
  db: Queries,
  { id, organization_id: organizationId }: VisitedSite,
): Promise<VisitorIntegration | undefined> {
  const rows = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("integration_facets", "integration_facets.integration", "integrations.name")
    .select(["installations.id", "installations.integration", "installations.accepted"])
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
          and own.chosen = 1
      ))`,
    )
    .orderBy("installations.created_at")
    .orderBy("installations.id")
    .execute();
  const row = rows.find((one) => {
    const permissions = InstallationPermissions.resolve(one);
    return permissions.worksOn("site") && permissions.includes(visitorScope);
  });
  return row && { name: row.integration, installation: row.id };
}
