/** Operations on section groups, which contain sections and further groups. */
import { endpoint, paging } from "./endpoint.ts";
import { group, id, list as listOf, nullable, optional, reference, text } from "./fields.ts";
import { draft, icon, localizedTitle } from "./site-fields.ts";

const loadModel = () => import("./site-structure.model.ts").then((m) => m.siteSectionGroup);
const organizationId = id("org");
const siteId = id("site");
const siteSectionGroupId = id("siteSectionGroup");

export const list = endpoint({
  summary: "List the section groups of a site",
  operation: "listSiteSectionGroups",
  route: "GET /orgs/{organizationId}/sites/{siteId}/section-groups",
  input: { organizationId, siteId, ...paging },
  output: () => import("./site-structure.model.ts").then((m) => m.siteSectionGroups),
  list: true,
});

export const create = endpoint({
  summary: "Add a section group to a site",
  operation: "addSectionGroupToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/section-groups",
  input: {
    organizationId,
    siteId,
    title: text("Title", { min: 1, max: 100, syntax: "words" }),
    icon,
    sections: optional(listOf(id("siteSection"), "Section to add, in this order")),
    parent: optional(id("siteSectionGroup", "Parent group; default the top level")),
    draft,
  },
  output: loadModel,
  status: 201,
  location: true,
});

export const update = endpoint({
  summary: "Change the title, icon or parent of a section group",
  operation: "updateSiteSectionGroupById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
  input: {
    organizationId,
    siteId,
    siteSectionGroupId,
    title: optional(text("Title", { min: 1, max: 100, syntax: "words" })),
    icon,
    parentSectionGroupId: optional(
      nullable(
        id(
          "siteSectionGroup",
          "Group to append the section group to; none moves it to the top level",
        ),
      ),
    ),
    draft,
    localizedTitle,
  },
  output: loadModel,
  minimal: true,
});

export const remove = endpoint({
  summary: "Delete a section group and move its content up",
  operation: "deleteSiteSectionGroupById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
  input: { organizationId, siteId, siteSectionGroupId },
});

export const addSection = endpoint({
  summary: "Append a section to a group",
  operation: "addSectionToGroup",
  route: "POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
  input: {
    organizationId,
    siteId,
    siteSectionGroupId,
    sectionId: id("siteSection", "Section to add"),
  },
  output: loadModel,
  status: 201,
  location: true,
});

export const removeSection = endpoint({
  summary: "Remove a section from a group, keeping it on the site",
  operation: "removeSectionFromGroup",
  route:
    "DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}",
  input: { organizationId, siteId, siteSectionGroupId, siteSectionId: id("siteSection") },
});

const createNeighborField = (where: "before" | "after") =>
  optional(
    reference(
      ["siteSectionGroup", "siteSection"],
      `Place it right ${where} this group or section`,
      {
        bare: "siteSectionGroup",
      },
    ),
  );

export const move = endpoint({
  summary: "Change the position of a section group",
  operation: "moveSiteSectionGroup",
  route: "POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move",
  input: {
    organizationId,
    siteId,
    siteSectionGroupId,
    position: optional(
      group(
        { before: createNeighborField("before"), after: createNeighborField("after") },
        "Position among its siblings; default the end",
      ),
    ),
  },
  output: loadModel,
  deprecated: "use tome site sort",
  extension: true,
});
