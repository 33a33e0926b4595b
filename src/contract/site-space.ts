/** Operations on site spaces: spaces as parts of a site. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, group, id, nullable, optional, pointer, text } from "./fields.ts";
import { condition, draft, homePage, shareKey, template } from "./site-fields.ts";

const loadModel = () => import("./site-structure.model.ts").then((m) => m.siteSpace);
const organizationId = id("org");
const siteId = id("site");
const siteSpaceId = id("siteSpace");

export const list = endpoint({
  summary: "List the site spaces of a site",
  operation: "listSiteSpaces",
  route: "GET /orgs/{organizationId}/sites/{siteId}/site-spaces",
  input: {
    organizationId,
    siteId,
    shareKey,
    default: optional(boolean("Only default site spaces, or only the others")),
    ...paging,
  },
  output: () => import("./site-structure.model.ts").then((m) => m.siteSpaces),
  list: true,
});

export const create = endpoint({
  summary: "Add a space to a site",
  operation: "addSpaceToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces",
  input: {
    organizationId,
    siteId,
    spaceId: nullable(id("space", 'Space to add; "new" creates one')),
    template,
    sectionId: optional(
      id("siteSection", "Section to add it to; default the default section, or the root"),
    ),
    title: optional(text("Title of the new space", { min: 2, max: 128 })),
    draft,
    pageId: optional(nullable(homePage)),
  },
  output: loadModel,
  status: 201,
  location: true,
  minimal: true,
});

export const update = endpoint({
  summary: "Change the path, condition or space of a site space",
  operation: "updateSiteSpaceById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
  input: {
    organizationId,
    siteId,
    siteSpaceId,
    path: optional(text("Path on the site or in its section", { min: 1, max: 100 })),
    condition,
    spaceId: optional(id("space", "Space to show instead")),
    draft,
    hidden: optional(boolean("Hide it from the navigation; its URL still works")),
    pageId: optional(nullable(homePage)),
  },
  output: loadModel,
  minimal: true,
});

export const remove = endpoint({
  summary: "Remove a space from a site, keeping the space",
  operation: "deleteSiteSpaceById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
  input: { organizationId, siteId, siteSpaceId },
});

const createNeighborField = (where: "before" | "after") =>
  optional(
    pointer(["siteSpace"], `Place it right ${where} this site space`, {
      bare: "siteSpace",
    }),
  );

export const move = endpoint({
  summary: "Change the position of a site space",
  operation: "moveSiteSpace",
  route: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
  input: {
    organizationId,
    siteId,
    siteSpaceId,
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

export const duplicate = endpoint({
  summary: "Duplicate the space of a site space and add the copy to the site",
  operation: "duplicateSiteSpace",
  route: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate",
  input: { organizationId, siteId, siteSpaceId, draft },
  output: loadModel,
  status: 201,
  location: true,
  extension: true,
});
