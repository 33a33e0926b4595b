/** The operations on docs sites as a whole. */
import { endpoint, paging } from "./endpoint.ts";
import {
  enumeration,
  flag,
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

const model = () => import("./site.model.ts").then((m) => m.site);
const structureModel = () => import("./site-structure.model.ts").then((m) => m.siteStructure);
const organizationId = id("org");
const siteId = id("site");
const title = optional(text("Title", { min: 2, max: 128, syntax: "words" }));
const visibility = optional(
  enumeration(siteVisibilities, "Who may read it once it is published", {
    placeholder: "visibility",
  }),
);

export const list = endpoint({
  does: "List the docs sites of an organization",
  operation: "listSites",
  route: "GET /orgs/{organizationId}/sites",
  input: {
    organizationId,
    space: optional(id("space", "Only sites on which this space stands")),
    title: optional(text("Only sites with this in their title, in upper or lower case")),
    published: optional(flag("Only sites that are published, or only those that are not")),
    type: optional(listOf(enumeration(siteTypes, "type"), "Only sites of this type")),
    ...paging,
  },
  output: () => import("./site.model.ts").then((m) => m.sites),
  list: true,
});

export const create = endpoint({
  does: "Create a docs site",
  operation: "createSite",
  route: "POST /orgs/{organizationId}/sites",
  input: {
    organizationId,
    type: optional(enumeration(siteTypes, "Type", { default: "basic", placeholder: "type" })),
    title,
    visibility,
    spaces: optional(
      listOf(id("space"), "Space to put on it; the first one is where visitors arrive", {
        flag: "space",
      }),
    ),
  },
  output: model,
  status: 201,
  location: true,
});

export const get = endpoint({
  does: "Show a docs site",
  operation: "getSiteById",
  route: "GET /orgs/{organizationId}/sites/{siteId}",
  input: { organizationId, siteId },
  output: model,
});

export const update = endpoint({
  does: "Change a docs site's title, audience, addresses, level or defaults",
  operation: "updateSiteById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}",
  input: {
    organizationId,
    siteId,
    title,
    visibility,
    basename: optional(text("Last part of its published address", { min: 1, max: 100 })),
    adaptiveContent: optional(
      group(
        { enabled: flag("Let conditions read the visitor's claims", { flag: "adaptive-content" }) },
        "Adaptive content",
      ),
    ),
    agentsContext: optional(
      enumeration(agentsContexts, "Whether agents of the organization may draw on it"),
    ),
    defaultSiteSpace: optional(
      id("siteSpace", "Site space where visitors arrive, at the root or in the default section", {
        flag: "default-site-space",
      }),
    ),
    defaultSiteSection: optional(
      id("siteSection", "Section where visitors arrive", { flag: "default-site-section" }),
    ),
    defaultLevel,
    proxy: optional(
      nullable(
        text("Host and path under which a proxy of yours shows it", {
          max: 512,
          pattern: {
            source: "^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$",
            means: "a host and a path, such as docs.example.com/help",
          },
          placeholder: "host/path",
        }),
      ),
    ),
    hostname: optional(
      nullable(text("Hostname of your own at which a proxy of yours shows it", customHostname)),
    ),
    styleguide: optional(
      nullable(id("space", "Style guide of the site", { flag: "styleguide", nullWord: "none" })),
    ),
  },
  output: model,
  unheeded: [{ path: "styleguide", why: "there are no style guides here", unless: [null] }],
});

export const remove = endpoint({
  does: "Delete a docs site for good; its spaces stay",
  operation: "deleteSiteById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}",
  input: { organizationId, siteId },
});

export const published = endpoint({
  does: "Show what visitors of a published docs site see",
  operation: "getPublishedContentSite",
  route: "GET /orgs/{organizationId}/sites/{siteId}/published",
  input: {
    organizationId,
    siteId,
    shareKey,
    claims: optional(
      text("Claims of the visitor as a JSON object, on the embedded platform", {
        max: 8192,
        placeholder: "JSON",
      }),
    ),
  },
  output: () => import("./site-structure.model.ts").then((m) => m.publishedSite),
});

export const publish = endpoint({
  does: "Publish a docs site",
  operation: "publishSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/publish",
  input: { organizationId, siteId },
  output: model,
  extension: true,
});

export const unpublish = endpoint({
  does: "Take a docs site offline; its structure and settings stay",
  operation: "unpublishSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/unpublish",
  input: { organizationId, siteId },
  output: model,
  extension: true,
});

export const structure = endpoint({
  does: "Show the sections, groups and spaces of a docs site in their order",
  operation: "getSiteStructure",
  route: "GET /orgs/{organizationId}/sites/{siteId}/structure",
  input: { organizationId, siteId, shareKey },
  output: structureModel,
  extension: true,
});

const neighbour = (where: "before" | "after") =>
  optional(
    reference(
      ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"],
      `Place it right ${where} this one`,
      {
        flag: where,
        placeholder: "item",
      },
    ),
  );

export const sort = endpoint({
  does: "Move a section, group, link or site space among its siblings",
  operation: "sortSiteStructure",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort",
  input: {
    organizationId,
    siteId,
    item: reference(
      ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"],
      "What to move: section:ID, group:ID, link:ID or site-space:ID",
    ),
    position: group(
      { before: neighbour("before"), after: neighbour("after") },
      "Place among its siblings",
    ),
  },
  output: () => import("./site-structure.model.ts").then((m) => m.sitePart),
  minimal: true,
  extension: true,
});
