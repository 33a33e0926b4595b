/** Operations on sites as a whole. */
import { endpoint, paging } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  group,
  id,
  list as listOf,
  nullable,
  optional,
  reference,
  text,
} from "./fields.ts";
import { defaultLevel } from "./placement.ts";
import { customHostname, shareKey } from "./site-fields.ts";
import { agentsContexts, siteTypes, siteVisibilities } from "./site-values.ts";

const loadModel = () => import("./site.model.ts").then((m) => m.site);
const loadStructureModel = () => import("./site-structure.model.ts").then((m) => m.siteStructure);
const organizationId = id("org");
const siteId = id("site");
const title = optional(text("Title", { min: 2, max: 128, syntax: "words" }));
const visibility = optional(enumeration(siteVisibilities, "Audience of the published site"));

export const list = endpoint({
  summary: "List the sites of an organization",
  operation: "listSites",
  route: "GET /orgs/{organizationId}/sites",
  input: {
    organizationId,
    space: optional(id("space", "Only sites with this space")),
    title: optional(text("Only sites with this text in the title, ignoring case")),
    published: optional(boolean("Only published sites, or only unpublished ones")),
    type: optional(listOf(enumeration(siteTypes, "type"), "Only sites of this type")),
    ...paging,
  },
  output: () => import("./site.model.ts").then((m) => m.sites),
  list: true,
});

export const create = endpoint({
  summary: "Create a site",
  operation: "createSite",
  route: "POST /orgs/{organizationId}/sites",
  input: {
    organizationId,
    type: optional(enumeration(siteTypes, "Type", { default: "basic" })),
    title,
    visibility,
    spaces: optional(
      listOf(id("space"), "Space to add, as variants without sections; the first opens first"),
    ),
  },
  output: loadModel,
  status: 201,
  location: true,
});

export const get = endpoint({
  summary: "Show a site",
  operation: "getSiteById",
  route: "GET /orgs/{organizationId}/sites/{siteId}",
  input: { organizationId, siteId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the settings of a site",
  operation: "updateSiteById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}",
  input: {
    organizationId,
    siteId,
    title,
    visibility,
    basename: optional(text("Last segment of the published URL", { min: 1, max: 100 })),
    adaptiveContent: optional(
      group({ enabled: boolean("Let conditions read visitor claims") }, "Adaptive content"),
    ),
    agentsContext: optional(
      enumeration(agentsContexts, "Allow agents of the organization to use the site"),
    ),
    defaultSiteSpace: optional(
      id("siteSpace", "Landing page: site space at the root or in the default section"),
    ),
    defaultSiteSection: optional(id("siteSection", "Landing page: default section")),
    defaultLevel,
    proxy: optional(
      nullable(
        text("Hostname and path of a reverse proxy that serves the site", {
          max: 512,
          pattern: {
            source: "^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$",
            means: "a hostname and a path, such as docs.example.com/help",
            hostname: { labels: 2, hasPath: true, isLowerCase: false },
          },
        }),
      ),
    ),
    hostname: optional(
      nullable(text("Custom domain of the site, such as docs.example.com", customHostname)),
    ),
    styleguide: optional(nullable(id("space", "Style guide of the site"))),
  },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete a site permanently, keeping its spaces",
  operation: "deleteSiteById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}",
  input: { organizationId, siteId },
});

export const published = endpoint({
  summary: "Show the published content of a site as a visitor",
  operation: "getPublishedContentSite",
  route: "GET /orgs/{organizationId}/sites/{siteId}/published",
  input: {
    organizationId,
    siteId,
    shareKey,
    claims: optional(
      text("Visitor claims as a JSON object, on the local platform", {
        max: 8192,
      }),
    ),
  },
  output: () => import("./site-structure.model.ts").then((m) => m.publishedSite),
});

export const publish = endpoint({
  summary: "Publish a site",
  operation: "publishSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/publish",
  input: { organizationId, siteId },
  output: loadModel,
  extension: true,
});

export const unpublish = endpoint({
  summary: "Unpublish a site, keeping its structure and settings",
  operation: "unpublishSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/unpublish",
  input: { organizationId, siteId },
  output: loadModel,
  extension: true,
});

export const structure = endpoint({
  summary: "Show the structure of a site",
  operation: "getSiteStructure",
  route: "GET /orgs/{organizationId}/sites/{siteId}/structure",
  input: { organizationId, siteId, shareKey },
  output: loadStructureModel,
  extension: true,
});

const createNeighborField = (where: "before" | "after") =>
  optional(
    reference(
      ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"],
      `Place it right ${where} this one`,
    ),
  );

export const sort = endpoint({
  summary: "Change the position of a section, group, link or site space",
  operation: "sortSiteStructure",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort",
  input: {
    organizationId,
    siteId,
    item: reference(
      ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"],
      "Item to move: section:ID, group:ID, link:ID or site-space:ID",
    ),
    position: group(
      { before: createNeighborField("before"), after: createNeighborField("after") },
      "Position among its siblings",
    ),
  },
  output: () => import("./site-structure.model.ts").then((m) => m.sitePart),
  minimal: true,
  extension: true,
});
