/** Operations on the external links in the navigation of a site. */
import { endpoint } from "./endpoint.ts";
import { boolean, id, json, nullable, optional, text } from "./fields.ts";
import { condition, icon } from "./site-fields.ts";

const loadModel = () => import("./site-structure.model.ts").then((m) => m.siteExternalLink);
const loadTitles = () => import("./site-structure.model.ts").then((m) => m.localizedTitles);
const loadTexts = () => import("./site-structure.model.ts").then((m) => m.localizedTexts);
const organizationId = id("org");
const siteId = id("site");
const siteExternalLinkId = id("siteExternalLink");

const title = text("Title", { min: 2, max: 128, syntax: "words" });
const url = text("Destination URL, with https:// or http://", {
  max: 2048,
  format: "url",
});
const description = optional(nullable(text("Description", { max: 256 })));
const localizedTitle = json(loadTitles, "Title by language code");
const localizedDescription = optional(nullable(json(loadTexts, "Description by language code")));
const draft = optional(boolean("Hide the resource from visitors"));

export const create = endpoint({
  summary: "Add an external link to the navigation of a site",
  operation: "addExternalLinkToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/external-links",
  input: {
    organizationId,
    siteId,
    title,
    url,
    description,
    icon,
    parent: optional(id("siteSectionGroup", "Group to append the link to; default the top level")),
    draft,
    condition,
    localizedTitle: optional(localizedTitle),
    localizedDescription,
  },
  output: loadModel,
  status: 201,
  location: true,
  extension: true,
});

export const update = endpoint({
  summary: "Change an external link",
  operation: "updateSiteExternalLinkById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
  input: {
    organizationId,
    siteId,
    siteExternalLinkId,
    title: optional(title),
    url: optional(url),
    description,
    icon,
    parent: optional(
      nullable(
        id("siteSectionGroup", "Group to append the link to; none moves it to the top level"),
      ),
    ),
    draft,
    condition,
    localizedTitle: optional(nullable(localizedTitle)),
    localizedDescription,
  },
  output: loadModel,
  minimal: true,
  extension: true,
});

export const remove = endpoint({
  summary: "Remove an external link from the navigation of a site",
  operation: "deleteSiteExternalLinkById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
  input: { organizationId, siteId, siteExternalLinkId },
  extension: true,
});
