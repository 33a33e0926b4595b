/** The handlers of the permissions on a docs site. */
import type * as contract from "../../../contract/site-permission.ts";
import type { Handlers } from "../../core/handlers.ts";
import { createGrantHandlers } from "../people/grant-handlers.ts";
import { requireSite } from "./queries.ts";

interface SiteInput {
  readonly organizationId: string;
  readonly siteId: string;
}

export const handlers = createGrantHandlers("Site", (call, { organizationId, siteId }: SiteInput) =>
  requireSite(call, organizationId, siteId),
) satisfies Handlers<typeof contract>;
