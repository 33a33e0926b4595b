/** How operations on docs sites are taken back; a part of inverses.ts. */
import {
  type Address,
  deletedBy,
  fieldsBack,
  type Inverses,
  noInverse,
  opposite,
} from "./inverse.ts";
import { rolesIn } from "./role-inverses.ts";

const site: Address = "/orgs/{organizationId}/sites/{siteId}";
const gone = (what: string) =>
  noInverse(`What is deleted is gone: ${what} made anew has another id and other parts.`);
const mixed = noInverse(
  "An answer mixes the settings of the site space with those of its site, so that it does not say which of them were its own.",
);
/** One list has all parts of a site of a kind. */
const part = (list: string, field: string) => ({
  look: `${site}/${list}` as const,
  item: { member: "id", is: field },
});
const made = (by: string, list: string, field: string) => ({
  ...deletedBy(by, `${site}/${list}`, field, `${site}/${list}`),
  item: true as const,
});
const newSpace = { by: "deleteSpaceById", field: "spaceId" };

export const siteInverses: Inverses = {
  createSite: deletedBy("deleteSiteById", "/orgs/{organizationId}/sites", "siteId"),
  updateSiteById: fieldsBack(site, {
    members: { proxy: "proxy.origin" },
    untold: {
      defaultSiteSpace: "an answer does not say where visitors arrive",
      defaultSiteSection: "an answer does not say where visitors arrive",
      styleguide: "an answer does not name the style guide",
    },
  }),
  deleteSiteById: gone("a docs site"),
  publishSite: opposite("unpublishSite", site, { published: true }),
  unpublishSite: opposite("publishSite", site, { published: false }),
  applyTemplateToSite: noInverse("It changes many parts of the site at once."),
  // The structure
  sortSiteStructure: { how: "move", among: "structure" },
  addSectionToSite: {
    ...made("deleteSiteSectionById", "sections", "siteSectionId"),
    along: { ...newSpace, member: "siteSpaces.0.space.id" },
  },
  updateSiteSectionById: fieldsBack(`${site}/sections`, {
    ...part("sections", "siteSectionId"),
    members: { siteSectionGroupId: "sectionGroup" },
    untold: { defaultSiteSpace: "an answer does not say where visitors arrive" },
  }),
  moveSiteSection: { how: "move", among: "structure", part: "site-section" },
  deleteSiteSectionById: gone("a section"),
  addSectionGroupToSite: made("deleteSiteSectionGroupById", "section-groups", "siteSectionGroupId"),
  updateSiteSectionGroupById: fieldsBack(`${site}/section-groups`, {
    ...part("section-groups", "siteSectionGroupId"),
    members: { parentSectionGroupId: "sectionGroup" },
  }),
  moveSiteSectionGroup: { how: "move", among: "structure", part: "site-section-group" },
  deleteSiteSectionGroupById: gone("a group of sections"),
  addSectionToGroup: noInverse("To put it elsewhere: tome site section update, with --group."),
  removeSectionFromGroup: noInverse("To put it back: tome site section update, with --group."),
  addSpaceToSite: {
    ...made("deleteSiteSpaceById", "site-spaces", "siteSpaceId"),
    along: { ...newSpace, member: "space.id" },
  },
  duplicateSiteSpace: {
    ...made("deleteSiteSpaceById", "site-spaces", "siteSpaceId"),
    along: { ...newSpace, member: "space.id" },
  },
  updateSiteSpaceById: fieldsBack(`${site}/site-spaces`, {
    ...part("site-spaces", "siteSpaceId"),
    members: { spaceId: "space.id" },
    untold: {
      hidden: "an answer does not say whether it is hidden",
      pageId: "an answer does not name the page",
    },
  }),
  moveSiteSpace: { how: "move", among: "structure", part: "site-space" },
  deleteSiteSpaceById: gone("a site space"),
  addExternalLinkToSite: made("deleteSiteExternalLinkById", "structure", "siteExternalLinkId"),
  updateSiteExternalLinkById: fieldsBack(`${site}/structure`, {
    ...part("structure", "siteExternalLinkId"),
    members: { parent: "sectionGroup" },
  }),
  deleteSiteExternalLinkById: gone("a link"),
  // What it looks like, and who sees it
  updateSiteCustomizationById: fieldsBack(`${site}/customization`, { members: { settings: "" } }),
  overrideSiteSpaceCustomizationById: mixed,
  deleteSiteSpaceCustomizationById: mixed,
  updateSiteAdaptiveSchema: fieldsBack(`${site}/adaptive-schema`),
  updateSitePublishingAuthById: fieldsBack(`${site}/publishing/auth`),
  regenerateSitePublishingAuthById: noInverse("The earlier key is gone."),
  createSiteShareLink: made("deleteSiteShareLinkById", "share-links", "shareLinkId"),
  updateSiteShareLinkById: fieldsBack(`${site}/share-links`, part("share-links", "shareLinkId")),
  deleteSiteShareLinkById: noInverse(
    "The key of a share link that is deleted opens nothing again.",
  ),
  ...rolesIn(site, "Site"),
  // Redirects
  createSiteRedirect: made("deleteSiteRedirectById", "redirects", "siteRedirectId"),
  updateSiteRedirectById: fieldsBack(`${site}/redirects`, part("redirects", "siteRedirectId")),
  deleteSiteRedirectById: noInverse("To make it again: tome site redirect create."),
  bulkUpsertSiteRedirects: noInverse("To put an earlier list again: tome site redirect put."),
};
