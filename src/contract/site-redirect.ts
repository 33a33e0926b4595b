/** Operations on the redirects of sites. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, json, optional, text } from "./fields.ts";
import { shareKey } from "./site-fields.ts";
import { longestSource, redirectOrders, redirectSource } from "./site-redirect-values.ts";

const loadModel = () => import("./site-redirect.model.ts").then((m) => m.siteRedirect);
/** Declared separately, because literals inside a field definition lose their types. */
const loadNewDestination = () => import("./site-redirect.model.ts").then((m) => m.inputDestination);
const loadDestination = () => import("./site-redirect.model.ts").then((m) => m.destination);
const loadUpserts = () => import("./site-redirect.model.ts").then((m) => m.upserts);
const organizationId = id("org");
const siteId = id("site");
const siteRedirectId = id("siteRedirect");

const source = text("Path to redirect, such as /old or /old/*", {
  max: longestSource,
  pattern: redirectSource,
});
const captureWildcard = optional(boolean("Append the path matched by * to the destination"));
const permanent = optional(boolean("Redirect permanently (308)"));

export const list = endpoint({
  summary: "List the redirects of a site",
  operation: "listSiteRedirects",
  route: "GET /orgs/{organizationId}/sites/{siteId}/redirects",
  input: {
    organizationId,
    siteId,
    search: optional(text("Only redirects with this text in the source", { max: longestSource })),
    draft: optional(boolean("List drafts instead of active redirects", { default: false })),
    orderBy: optional(enumeration(redirectOrders, "Sort field", { default: "createdAt" })),
    automatic: optional(boolean("List the automatic redirects of former URLs, by source")),
    ...paging,
  },
  output: () => import("./site-redirect.model.ts").then((m) => m.siteRedirects),
  list: true,
  extension: true,
});

export const create = endpoint({
  summary: "Create a redirect",
  operation: "createSiteRedirect",
  route: "POST /orgs/{organizationId}/sites/{siteId}/redirects",
  input: {
    organizationId,
    siteId,
    source,
    destination: json(loadNewDestination, "Destination of the redirect"),
    captureWildcard,
    draft: optional(boolean("Save the redirect as an inactive draft")),
    permanent,
  },
  output: loadModel,
  status: 201,
  extension: true,
});

export const update = endpoint({
  summary: "Change a redirect",
  operation: "updateSiteRedirectById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
  input: {
    organizationId,
    siteId,
    siteRedirectId,
    source: optional(source),
    destination: optional(json(loadDestination, "Destination of the redirect")),
    captureWildcard,
    draft: optional(boolean("Turn the redirect into a draft, or publish a draft")),
    permanent,
  },
  output: loadModel,
  extension: true,
});

export const remove = endpoint({
  summary: "Delete a redirect",
  operation: "deleteSiteRedirectById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
  input: { organizationId, siteId, siteRedirectId },
  extension: true,
});

export const put = endpoint({
  summary: "Create, change, publish and delete redirects in bulk",
  operation: "bulkUpsertSiteRedirects",
  route: "PUT /orgs/{organizationId}/sites/{siteId}/redirects",
  input: { organizationId, siteId, redirects: json(loadUpserts, "Redirects, at most 500") },
  output: () => import("./site-redirect.model.ts").then((m) => m.upsertResults),
  extension: true,
});

export const resolve = endpoint({
  summary: "Show the redirect of a path",
  operation: "getSiteRedirectBySource",
  route: "GET /orgs/{organizationId}/sites/{siteId}/redirect",
  input: { organizationId, siteId, source, shareKey },
  output: () => import("./site-redirect.model.ts").then((m) => m.resolvedRedirect),
  extension: true,
});
