/** Operation on the ads of a site. */
import { endpoint } from "./endpoint.ts";
import { enumeration, id, optional } from "./fields.ts";
import { adsRequests, adsTopics } from "./site-ads-values.ts";

export const update = endpoint({
  summary: "Submit a site for ads, or disable its ads",
  operation: "updateSiteAdsById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/ads",
  input: {
    organizationId: id("org"),
    siteId: id("site"),
    status: optional(enumeration(adsRequests, "Submit the site for review, or disable its ads")),
    topic: optional(enumeration(adsTopics, "Topic of the content, which selects the ads")),
  },
  status: 204,
  extension: true,
});
