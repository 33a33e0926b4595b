/** The operations on the external links in the navigation of a docs site. */
import { endpoint } from "./endpoint.ts";
import { flag, id, json, nullable, optional, text } from "./fields.ts";
import { condition, icon } from "./site-fields.ts";

const model = () => import("./site-structure.model.ts").then((m) => m.siteExternalLink);
const titles = () => import("./site-structure.model.ts").then((m) => m.localizedTitles);
const texts = () => import("./site-structure.model.ts").then((m) => m.localizedTexts);
const organizationId = id("org");
const siteId = id("site");
const siteExternalLinkId = id("siteExternalLink");

const title = text("Title", { min: 2, max: 128, syntax: "words" });
const url = text("Where it leads, with https:// or http://", {
  max: 2048,
  format: "url",
  placeholder: "address",
});
const description = optional(nullable(text("Description", { max: 256 })));
const localizedTitle = json(titles, "Title in other languages, by their codes", {
  placeholder: "JSON",
});
const localizedDescription = optional(
  nullable(json(texts, "Description in other languages, by their codes", { placeholder: "JSON" })),
);
const draft = optional(flag("Keep it from visitors for now"));

export const create = endpoint({
  does: "Add a link to somewhere else to the navigation of a docs site",
  operation: "addExternalLinkToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/external-links",
  input: {
    organizationId,
    siteId,
    title,
    url,
    description,
    icon,
    parent: optional(
      id("siteSectionGroup", "Group to add it to, as its last; the top level if left out", {
        flag: "group",
        placeholder: "group",
      }),
    ),
    draft,
    condition,
    localizedTitle: optional(localizedTitle),
    localizedDescription,
  },
  output: model,
  status: 201,
  location: true,
  extension: true,
});

export const update = endpoint({
  does: "Change an external link's title, address, icon, condition or group",
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
        id(
          "siteSectionGroup",
          "Group to put it into, as its last; none takes it out of its group",
          { flag: "group", placeholder: "group", nullWord: "none" },
        ),
      ),
    ),
    draft,
    condition,
    localizedTitle: optional(nullable(localizedTitle)),
    localizedDescription,
  },
  output: model,
  minimal: true,
  extension: true,
});

export const remove = endpoint({
  does: "Remove an external link from the navigation of a docs site",
  operation: "deleteSiteExternalLinkById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
  input: { organizationId, siteId, siteExternalLinkId },
  extension: true,
});
