/** The handlers of how visitors of docs sites sign in. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-auth.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { ensureAuth, newKey, requireKey } from "./auth-rows.ts";
import { requireSite } from "./queries.ts";
import type { SiteAuthTable } from "./tables.ts";

export const handlers = {
  async get({ organizationId, siteId }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSitePublishingAuthById");
    return presentAuth(call, await ensureAuth(call, siteId));
  },

  async update({ organizationId, siteId, backend, fallbackURL, logoutURL }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSitePublishingAuthById");
    if (backend === "integration") {
      throw new Problem(
        400,
        "backend integration needs an integration on the site that signs visitors in, and there is none; give custom, and sign them in by a server of your own.",
        { field: "backend" },
      );
    }
    refuseOtherSchemes({ fallbackURL, logoutURL });
    const row = await ensureAuth(call, siteId);
    const changed: SiteAuthTable = {
      ...row,
      ...(fallbackURL !== undefined && { fallback_url: fallbackURL }),
      ...(logoutURL !== undefined && { logout_url: logoutURL }),
    };
    await call.db.updateTable("site_auth").set(changed).where("site_id", "=", siteId).execute();
    return presentAuth(call, changed);
  },

  async regenerate({ organizationId, siteId }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "regenerateSitePublishingAuthById");
    const row = await ensureAuth(call, siteId);
    const changed = { ...row, sealed_key: await newKey(call, siteId) };
    await call.db.updateTable("site_auth").set(changed).where("site_id", "=", siteId).execute();
    return presentAuth(call, changed);
  },
} satisfies Handlers<typeof contract>;

function refuseOtherSchemes(addresses: Readonly<Record<string, string | null | undefined>>): void {
  for (const [field, address] of Object.entries(addresses)) {
    if (typeof address !== "string" || /^https?:$/.test(new URL(address).protocol)) continue;
    throw new Problem(400, `${field} must begin with https:// or http://.`, { field });
  }
}

async function presentAuth(call: Call, row: SiteAuthTable): Promise<Output<typeof contract.get>> {
  return {
    object: "publishing-auth",
    backend: "custom",
    privateKey: await requireKey(call, row),
    fallbackURL: row.fallback_url ?? undefined,
    logoutURL: row.logout_url ?? undefined,
  };
}
