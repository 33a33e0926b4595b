/** Operations on style guides: spaces with the writing rules of a team. */
import { endpoint, paging } from "./endpoint.ts";
import { id, list as listOf, optional, text } from "./fields.ts";

const organizationId = id("org");
const siteId = id("site");

export const list = endpoint({
  summary: "List the style guides of an organization, with their sites",
  operation: "listOrganizationStyleguides",
  route: "GET /orgs/{organizationId}/styleguides",
  input: { organizationId },
  output: () => import("./styleguide.model.ts").then((m) => m.styleguides),
});

export const templates = endpoint({
  summary: "List the built-in templates of style guides",
  operation: "listStyleguideTemplates",
  route: "GET /orgs/{organizationId}/styleguide-templates",
  input: { organizationId },
  output: () => import("./styleguide.model.ts").then((m) => m.styleguideTemplates),
});

export const create = endpoint({
  summary: "Create the style guide of a site, unless it has one",
  operation: "createSiteStyleguideById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/styleguide",
  input: {
    organizationId,
    siteId,
    template: optional(text("Id of a built-in template; default a blank style guide")),
  },
  output: () => import("./space.model.ts").then((m) => m.space),
});

export const runs = endpoint({
  summary: "List the style guide checks of a site, newest first",
  operation: "listSiteStyleguideRuns",
  route: "GET /orgs/{organizationId}/sites/{siteId}/styleguide/runs",
  input: { organizationId, siteId, ...paging },
  output: () => import("./styleguide.model.ts").then((m) => m.styleguideRuns),
  list: true,
});

export const run = endpoint({
  summary: "Check spaces of a site against its style guide",
  operation: "createSiteStyleguideRun",
  route: "POST /orgs/{organizationId}/sites/{siteId}/styleguide/runs",
  input: {
    organizationId,
    siteId,
    spaces: listOf(id("space"), "Space of the site to check; at most three", { max: 3 }),
  },
  output: () => import("./styleguide.model.ts").then((m) => m.startedRun),
  status: 201,
});
