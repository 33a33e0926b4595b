/** The operations on what a docs site shows to its visitors. */
import { searchQuery } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, flag, id, json, list as listOf, optional, text } from "./fields.ts";

/** A constant of its own: written inside a field, its type would be lost. */
const searchScope = () => import("./search.model.ts").then((m) => m.siteSearchScope);
const organizationId = id("org");
const siteId = id("site");

export const search = endpoint({
  does: "Search the pages that a docs site shows",
  operation: "searchSiteContent",
  route: "POST /orgs/{organizationId}/sites/{siteId}/search",
  input: {
    organizationId,
    siteId,
    query: searchQuery,
    scope: optional(
      json(searchScope, "Which parts of the site, as JSON; all of them if absent", {
        placeholder: "json",
      }),
    ),
    mode: optional(enumeration(["specific", "current", "all"], "Which parts, in place of a scope")),
    siteSpaceIds: optional(
      listOf(id("siteSpace"), "Search this site space, with --mode specific", {
        flag: "in-site-space",
      }),
    ),
    siteSpaceId: optional(
      id(
        "siteSpace",
        "Search this site space and the default of each section, with --mode current",
        {
          flag: "from-site-space",
        },
      ),
    ),
    ...paging,
  },
  inQuery: ["page", "limit"],
  output: () => import("./search.model.ts").then((m) => m.spaceResults),
  list: true,
  unaudited: true,
  reads: true,
  extension: true,
});

export const preview = endpoint({
  does: "Make an address that shows a docs site before it is published, for an hour",
  operation: "getSitePublishingPreviewById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/publishing/preview",
  input: {
    organizationId,
    siteId,
    siteSpace: optional(id("siteSpace", "Begin at this site space", { flag: "at" })),
    claims: optional(
      text("What conditions shall read of the visitor, as JSON or Rison", {
        max: 2048,
        placeholder: "json",
      }),
    ),
    draft: optional(flag("Show drafts, too")),
    target: optional(
      text("Published address of a page to begin at", {
        max: 2048,
        format: "url",
        placeholder: "address",
      }),
    ),
  },
  output: () => import("./site.model.ts").then((m) => m.preview),
  secretMembers: ["url"],
  extension: true,
});
