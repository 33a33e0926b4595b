/** Handlers for the visitor authentication of sites. */

import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-auth.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { requireSite, type SiteRow } from "../queries.ts";
import type { SiteAuthTable } from "../tables.ts";
import { createVisitorKey, ensureAuth, requireKey } from "./auth-rows.ts";
import { findVisitorIntegration } from "./visitor-integration.ts";

export const handlers = {
  async get({ organizationId, siteId }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSitePublishingAuthById");
    return presentAuth(call, site, await ensureAuth(call, siteId));
  },

  async update({ organizationId, siteId, backend, fallbackURL, logoutURL }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSitePublishingAuthById");
    if (backend === "integration" && !(await findVisitorIntegration(call.db, site))) {
      throw new ApiError(
        400,
        'backend "integration" requires an active integration on this site with the scope site:visitor:auth. Install one, or set backend to "custom".',
        { field: "backend", hint: "tome integration list --scope site:visitor:auth" },
      );
    }
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
    const updated = { ...row, sealed_key: await createVisitorKey(call, siteId) };
    await call.db.updateTable("site_auth").set(updated).where("site_id", "=", siteId).execute();
    return presentAuth(call, site, updated);
  },
} satisfies Handlers<typeof contract>;

/** The backend falls back to `custom` if the integration is uninstalled. */
async function presentAuth(
  call: Call,
  site: SiteRow,
  row: SiteAuthTable,
): Promise<Output<typeof contract.get>> {
  const integration = (await findVisitorIntegration(call.db, site))?.name;
  return {
    object: "publishing-auth",
    backend: integration === undefined ? "custom" : (row.backend ?? "custom"),
    integration,
    privateKey: await requireKey(call, row),
    fallbackURL: row.fallback_url ?? undefined,
    logoutURL: row.logout_url ?? undefined,
  };
}
