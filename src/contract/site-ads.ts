/** Operations on the ads of sites. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional, text } from "./fields.ts";
import { adsRequests, adsReviewResults, adsReviewStatuses, adsTopics } from "./site-ads-values.ts";

const siteId = id("site");
/** The API accepts the operations of an ad partner only with this key. */
const partnerKey = text("Key of the ad partner", { min: 1, max: 512, secret: "whole" });
const inHeaders = { partnerKey: "x-gitbook-partner-key" };

export const update = endpoint({
  summary: "Submit a site for ads, or disable its ads",
  operation: "updateSiteAdsById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/ads",
  input: {
    organizationId: id("org"),
    siteId,
    status: optional(enumeration(adsRequests, "Submit the site for review, or disable its ads")),
    topic: optional(enumeration(adsTopics, "Topic of the content, which selects the ads")),
  },
  status: 204,
  extension: true,
});

export const list = endpoint({
  summary: "List the sites with ads, as an ad partner",
  operation: "adsListSites",
  route: "GET /ads/sites",
  input: {
    partnerKey,
    status: optional(
      enumeration(adsReviewStatuses, "Only sites with this status", { default: "in-review" }),
    ),
    ...paging,
  },
  inHeaders,
  output: () => import("./site-ads.model.ts").then((m) => m.partnerSites),
  list: true,
  extension: true,
});

export const review = endpoint({
  summary: "Accept or reject the ads of a site, as an ad partner",
  operation: "adsUpdateSite",
  route: "PATCH /ads/sites/{siteId}",
  input: {
    partnerKey,
    siteId,
    status: enumeration(adsReviewResults, "Result of the review"),
    zoneId: optional(text("Zone of the ad network, for a live site", { min: 1, max: 255 })),
    reportingId: optional(text("Id of the reports, for a live site", { min: 1, max: 255 })),
    reason: optional(text("Reason of a rejection", { max: 512 })),
  },
  inHeaders,
  status: 204,
  unaudited: true,
  extension: true,
});
