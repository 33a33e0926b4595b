/** The operations on the sections of a docs site: its top-level parts, each with spaces of its own. */
import { endpoint, paging } from "./endpoint.ts";
import { group, id, json, nullable, optional, pointer, text } from "./fields.ts";
import {
  condition,
  draft,
  homePage,
  icon,
  localizedTexts,
  localizedTitle,
  shareKey,
  template,
} from "./site-fields.ts";

const model = () => import("./site-structure.model.ts").then((m) => m.siteSection);
const organizationId = id("org");
const siteId = id("site");
const siteSectionId = id("siteSection");

export const list = endpoint({
  does: "List the sections of a docs site",
  operation: "listSiteSections",
  route: "GET /orgs/{organizationId}/sites/{siteId}/sections",
  input: { organizationId, siteId, shareKey, ...paging },
  output: () => import("./site-structure.model.ts").then((m) => m.siteSections),
  list: true,
});

export const create = endpoint({
  does: "Add a section to a docs site",
  operation: "addSectionToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/sections",
  input: {
    organizationId,
    siteId,
    spaceId: nullable(
      id("space", "Space that it shows; new makes one", { flag: "space", nullWord: "new" }),
    ),
    template,
    title: optional(nullable(text("Title; that of the space if left out", { min: 2, max: 128 }))),
    icon,
    siteSectionGroupId: optional(
      nullable(
        id("siteSectionGroup", "Group to add it to, as its last; the top level if left out", {
          flag: "group",
          placeholder: "group",
        }),
      ),
    ),
    draft,
    pageId: optional(homePage),
  },
  output: model,
  status: 201,
  location: true,
});

export const update = endpoint({
  does: "Change a section's title, path, default, condition, icon, description or group",
  operation: "updateSiteSectionById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  input: {
    organizationId,
    siteId,
    siteSectionId,
    title: optional(text("Title", { min: 2, max: 128, syntax: "words" })),
    path: optional(text("Path on the site", { min: 1, max: 100 })),
    defaultSiteSpace: optional(
      id("siteSpace", "Site space that visitors of the section see first", {
        flag: "default-site-space",
      }),
    ),
    condition,
    icon,
    description: optional(nullable(text("Description", { max: 256 }))),
    siteSectionGroupId: optional(
      nullable(
        id(
          "siteSectionGroup",
          "Group to put it into, as its last; none takes it out of its group",
          {
            flag: "group",
            placeholder: "group",
            nullWord: "none",
          },
        ),
      ),
    ),
    draft,
    localizedTitle,
    localizedDescription: optional(
      nullable(
        json(localizedTexts, "Description in other languages, by their codes", {
          placeholder: "JSON",
        }),
      ),
    ),
  },
  output: model,
  minimal: true,
});

export const remove = endpoint({
  does: "Delete a section; its spaces stay in the organization",
  operation: "deleteSiteSectionById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  input: { organizationId, siteId, siteSectionId },
});

const neighbour = (where: "before" | "after") =>
  optional(
    pointer(["siteSection"], `Place it right ${where} this section`, {
      bare: "siteSection",
      flag: where,
      placeholder: "section",
    }),
  );

export const move = endpoint({
  does: "Move a section among its siblings",
  operation: "moveSiteSection",
  route: "POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
  input: {
    organizationId,
    siteId,
    siteSectionId,
    position: optional(
      group(
        { before: neighbour("before"), after: neighbour("after") },
        "Place among its siblings; the end if left out",
      ),
    ),
  },
  output: model,
  deprecated: "use tome site sort",
});
