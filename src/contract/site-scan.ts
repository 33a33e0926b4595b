/** Operations on the scans of a site, which derive its findings. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional, text } from "./fields.ts";
import { scanStates } from "./site-finding-values.ts";

const organizationId = id("org");
const siteId = id("site");

export const list = endpoint({
  summary: "List the scans of a site",
  operation: "listSiteScans",
  route: "GET /orgs/{organizationId}/sites/{siteId}/scans",
  input: {
    organizationId,
    siteId,
    topic: optional(text("Only scans of the topic with this id")),
    status: optional(enumeration(scanStates, "Only scans with this status")),
    ...paging,
  },
  output: () => import("./site-finding.model.ts").then((m) => m.siteScans),
  list: true,
});

export const get = endpoint({
  summary: "Show a scan of a site",
  operation: "getSiteScanById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/scans/{siteScanId}",
  input: { organizationId, siteId, siteScanId: id("scan") },
  output: () => import("./site-finding.model.ts").then((m) => m.siteScan),
});
