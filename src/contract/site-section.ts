/** Operations on the sections of a site. */
import { endpoint, paging } from "./endpoint.ts";
import { group, id, json, nullable, optional, pointer, text } from "./fields.ts";
import {
  condition,
  draft,
  homePage,
  icon,
  loadLocalizedTexts,
  localizedTitle,
  shareKey,
  template,
} from "./site-fields.ts";

const loadModel = () => import("./site-structure.model.ts").then((m) => m.siteSection);
const organizationId = id("org");
const siteId = id("site");
const siteSectionId = id("siteSection");

export const list = endpoint({
  summary: "List the sections of a site",
  operation: "listSiteSections",
  route: "GET /orgs/{organizationId}/sites/{siteId}/sections",
  input: { organizationId, siteId, shareKey, ...paging },
  output: () => import("./site-structure.model.ts").then((m) => m.siteSections),
  list: true,
});

export const create = endpoint({
  summary: "Add a section to a site",
  operation: "addSectionToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/sections",
  input: {
    organizationId,
    siteId,
    spaceId: nullable(id("space", 'Space to show; "new" creates one')),
    template,
    title: optional(nullable(text("Title; default the space's title", { min: 2, max: 128 }))),
    icon,
    siteSectionGroupId: optional(
      nullable(id("siteSectionGroup", "Group to append the section to; default the top level")),
    ),
    draft,
    pageId: optional(homePage),
  },
  output: loadModel,
  status: 201,
  location: true,
});

export const update = endpoint({
  summary: "Change a section of a site",
  operation: "updateSiteSectionById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  input: {
    organizationId,
    siteId,
    siteSectionId,
    title: optional(text("Title", { min: 2, max: 128, syntax: "words" })),
    path: optional(text("Path on the site", { min: 1, max: 100 })),
    defaultSiteSpace: optional(id("siteSpace", "Default site space of the section")),
    condition,
    icon,
    description: optional(nullable(text("Description", { max: 256 }))),
    siteSectionGroupId: optional(
      nullable(
        id("siteSectionGroup", "Group to append the section to; none moves it to the top level"),
      ),
    ),
    draft,
    localizedTitle,
    localizedDescription: optional(
      nullable(json(loadLocalizedTexts, "Description by language code")),
    ),
  },
  output: loadModel,
  minimal: true,
});

export const remove = endpoint({
  summary: "Delete a section, keeping its spaces in the organization",
  operation: "deleteSiteSectionById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  input: { organizationId, siteId, siteSectionId },
});

const createNeighborField = (where: "before" | "after") =>
  optional(
    pointer(["siteSection"], `Place it right ${where} this section`, {
      bare: "siteSection",
    }),
  );

export const move = endpoint({
  summary: "Change the position of a section",
  operation: "moveSiteSection",
  route: "POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
  input: {
    organizationId,
    siteId,
    siteSectionId,
    position: optional(
      group(
        { before: createNeighborField("before"), after: createNeighborField("after") },
        "Position among its siblings; default the end",
      ),
    ),
  },
  output: loadModel,
  deprecated: "use tome site sort",
});
