/** Handlers for the visitor authentication of sites. */

import { sql } from "kysely";
import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-auth.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import { InstallationPermissions } from "../../../core/access/installation-permissions.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import { requireSite, type SiteRow } from "../queries.ts";
import type { SiteAuthTable, SiteTable } from "../tables.ts";
import { ensureAuth, newKey, requireKey } from "./auth-rows.ts";

export const handlers = {
  async get({ organizationId, siteId }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSitePublishingAuthById");
    return presentAuth(call, site, await ensureAuth(call, siteId));
  },

  async update({ organizationId, siteId, backend, fallbackURL, logoutURL }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSitePublishingAuthById");
    if (backend === "integration" && !(await loadVisitorIntegration(call.db, site))) {
      throw new ApiError(
        400,
        'backend "integration" requires an active integration on this site with the scope site:visitor:auth. Install one, or set backend to "custom".',
        { field: "backend", hint: "tome integration list --scope site:visitor:auth" },
      );
    }
    refuseOtherSchemes({ fallbackURL, logoutURL });
    const row = await ensureAuth(call, siteId);
    const updated: SiteAuthTable = {
      ...row,
      ...(backend !== undefined && { backend }),
      ...(fallbackURL !== undefined && { fallback_url: fallbackURL }),
      ...(logoutURL !== undefined && { logout_url: logoutURL }),
    };
    await call.db.updateTable("site_auth").set(updated).where("site_id", "=", siteId).execute();
    return presentAuth(call, site, updated);
  },

  async regenerate({ organizationId, siteId }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "regenerateSitePublishingAuthById");
    const row = await ensureAuth(call, siteId);
    const updated = { ...row, sealed_key: await newKey(call, siteId) };
    await call.db.updateTable("site_auth").set(updated).where("site_id", "=", siteId).execute();
    return presentAuth(call, site, updated);
  },
} satisfies Handlers<typeof contract>;

function refuseOtherSchemes(urls: Readonly<Record<string, string | null | undefined>>): void {
  for (const [field, url] of Object.entries(urls)) {
    if (typeof url !== "string" || /^https?:$/.test(new URL(url).protocol)) continue;
    throw new ApiError(400, `${field} must begin with https:// or http://.`, { field });
  }
}

/** The backend falls back to `custom` if the integration is uninstalled. */
async function presentAuth(
  call: Call,
  site: SiteRow,
  row: SiteAuthTable,
): Promise<Output<typeof contract.get>> {
  const integration = await loadVisitorIntegration(call.db, site);
  return {
    object: "publishing-auth",
    backend: integration === undefined ? "custom" : (row.backend ?? "custom"),
    integration,
    privateKey: await requireKey(call, row),
    fallbackURL: row.fallback_url ?? undefined,
    logoutURL: row.logout_url ?? undefined,
  };
}

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
          and own.chosen = 1
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
