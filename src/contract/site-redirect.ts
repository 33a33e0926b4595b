/** The operations on the redirects of docs sites: where addresses lead at which there is no page. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, flag, id, json, optional, text } from "./fields.ts";
import { shareKey } from "./site-fields.ts";
import { longestSource, redirectOrders, redirectSource } from "./site-redirect-values.ts";

const model = () => import("./site-redirect.model.ts").then((m) => m.siteRedirect);
/** Constants of their own: written inside a field, their types would be lost. */
const newDestination = () => import("./site-redirect.model.ts").then((m) => m.inputDestination);
const destination = () => import("./site-redirect.model.ts").then((m) => m.destination);
const upserts = () => import("./site-redirect.model.ts").then((m) => m.upserts);
const organizationId = id("org");
const siteId = id("site");
const siteRedirectId = id("siteRedirect");

const source = text("Path on the site that it redirects from, such as /old or /old/*", {
  max: longestSource,
  pattern: redirectSource,
  placeholder: "source",
});
const captureWildcard = optional(
  flag("Add what the * stands for to the destination", { flag: "capture" }),
);
const permanent = optional(flag("Tell browsers and search engines that it is for good (308)"));

export const list = endpoint({
  does: "List the redirects of a docs site",
  operation: "listSiteRedirects",
  route: "GET /orgs/{organizationId}/sites/{siteId}/redirects",
  input: {
    organizationId,
    siteId,
    search: optional(text("Only those with this in their source", { max: longestSource })),
    draft: optional(flag("The drafts instead of the live ones", { default: false })),
    orderBy: optional(
      enumeration(redirectOrders, "What they are sorted by", { default: "createdAt" }),
    ),
    ...paging,
  },
  output: () => import("./site-redirect.model.ts").then((m) => m.siteRedirects),
  list: true,
  extension: true,
});

export const create = endpoint({
  does: "Redirect a path of a docs site",
  operation: "createSiteRedirect",
  route: "POST /orgs/{organizationId}/sites/{siteId}/redirects",
  input: {
    organizationId,
    siteId,
    source,
    destination: json(newDestination, "Where it leads"),
    captureWildcard,
    draft: optional(flag("Keep it as a draft, which redirects nobody")),
    permanent,
  },
  output: model,
  status: 201,
  extension: true,
});

export const update = endpoint({
  does: "Change a redirect of a docs site",
  operation: "updateSiteRedirectById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
  input: {
    organizationId,
    siteId,
    siteRedirectId,
    source: optional(source),
    destination: optional(json(destination, "Where it leads")),
    captureWildcard,
    draft: optional(flag("Make it a draft, or make a draft live")),
    permanent,
  },
  output: model,
  extension: true,
});

export const remove = endpoint({
  does: "Delete a redirect of a docs site",
  operation: "deleteSiteRedirectById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
  input: { organizationId, siteId, siteRedirectId },
  extension: true,
});

export const put = endpoint({
  does: "Create, change, publish and delete many redirects of a docs site",
  operation: "bulkUpsertSiteRedirects",
  route: "PUT /orgs/{organizationId}/sites/{siteId}/redirects",
  input: { organizationId, siteId, redirects: json(upserts, "At most 500 redirects") },
  output: () => import("./site-redirect.model.ts").then((m) => m.upsertResults),
  extension: true,
});

export const resolve = endpoint({
  does: "Show where a path of a docs site is redirected",
  operation: "getSiteRedirectBySource",
  route: "GET /orgs/{organizationId}/sites/{siteId}/redirect",
  input: { organizationId, siteId, source, shareKey },
  output: () => import("./site-redirect.model.ts").then((m) => m.resolvedRedirect),
  extension: true,
});
