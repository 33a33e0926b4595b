/** Handlers for the permissions of sites. */
import type * as contract from "../../../contract/site-permission.ts";
import { authorize } from "../../core/access/access.ts";
import { type Handlers, withSnapshot } from "../../core/handlers.ts";
import { listSiteAccess } from "../people/grants/access-list.ts";
import { createGrantHandlers } from "../people/grants/grant-handlers.ts";
import { requireSite } from "./queries.ts";

interface SiteInput {
  readonly organizationId: string;
  readonly siteId: string;
}

export const handlers = {
  ...createGrantHandlers("Site", (call, { organizationId, siteId }: SiteInput) =>
    requireSite(call, organizationId, siteId),
  ),

  list: withSnapshot(async ({ organizationId, siteId, ...options }, call) => {
    const { row, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listPermissionsAggregateInSite");
    return listSiteAccess(call, row, options);
  }),
} satisfies Handlers<typeof contract>;
