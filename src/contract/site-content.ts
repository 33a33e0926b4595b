/** Operations on the published content of a site. */
import { searchQuery } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, json, list as listOf, optional, text } from "./fields.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const searchScope = () => import("./search.model.ts").then((m) => m.siteSearchScope);
const organizationId = id("org");
const siteId = id("site");

export const search = endpoint({
  summary: "Search the pages of a site",
  operation: "searchSiteContent",
  route: "POST /orgs/{organizationId}/sites/{siteId}/search",
  input: {
    organizationId,
    siteId,
    query: searchQuery,
    scope: optional(json(searchScope, "Parts of the site to search, as JSON; default all")),
    mode: optional(enumeration(["specific", "current", "all"], "Search mode, instead of a scope")),
    siteSpaceIds: optional(listOf(id("siteSpace"), "Site space to search, with --mode specific")),
    siteSpaceId: optional(
      id("siteSpace", "Site space to search with the default of each section, with --mode current"),
    ),
    ...paging,
  },
  inQuery: ["page", "limit"],
  output: () => import("./search.model.ts").then((m) => m.siteResults),
  list: true,
  unaudited: true,
  reads: true,
  extension: true,
});

export const prewarm = endpoint({
  summary: "Build the search index of a site, before the first search",
  operation: "prewarmSiteSearch",
  route: "POST /orgs/{organizationId}/sites/{siteId}/search/prewarm",
  input: { organizationId, siteId },
  status: 204,
  unaudited: true,
  reads: true,
});

export const preview = endpoint({
  summary: "Create a preview URL of a site (valid for one hour)",
  operation: "getSitePublishingPreviewById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/publishing/preview",
  input: {
    organizationId,
    siteId,
    siteSpace: optional(id("siteSpace", "Site space to open")),
    claims: optional(
      text("Visitor claims for conditions, as JSON or Rison", {
        max: 2048,
      }),
    ),
    draft: optional(boolean("Include drafts")),
    target: optional(
      text("Published URL to open", {
        max: 2048,
        format: "url",
      }),
    ),
  },
  output: () => import("./site.model.ts").then((m) => m.preview),
  secretMembers: ["url"],
  extension: true,
});
