/** The part of the table of required roles that is about docs sites. */
import { changing, needs, type Requirement, sees } from "./requirement.ts";

export const readsSite = sees("read", "docs site itself");
const putsOnSite = needs("create", "space", "Putting a space on a site");
const arrangesSite = (deed: string) => needs("create", "docs site", deed);
const runsSite = (deed: string) => needs("admin", "docs site", deed);
const administers = (deed: string) => needs("admin", "docs site itself", deed);

export const siteRoles = {
  listSites: sees("guest", "organization"),
  createSite: {
    ...needs("create", "organization", "Creating a docs site"),
    fields: { spaces: putsOnSite },
  },
  getSiteById: readsSite,
  getSiteStructure: readsSite,
  getPublishedContentSite: readsSite,
  updateSiteById: {
    ...readsSite,
    fields: {
      ...changing("docs site", "create", ["defaultSiteSpace", "defaultSiteSection"]),
      ...changing("docs site", "admin", ["title", "visibility", "basename", "proxy"]),
      ...changing("docs site", "admin", ["adaptiveContent", "agentsContext", "defaultLevel"]),
    },
  },
  publishSite: runsSite("Publishing a docs site"),
  unpublishSite: runsSite("Taking a docs site offline"),
  deleteSiteById: runsSite("Deleting a docs site"),
  sortSiteStructure: arrangesSite("Sorting a docs site"),
  listSiteSpaces: readsSite,
  addSpaceToSite: { ...arrangesSite("Putting a space on a site"), fields: { spaceId: putsOnSite } },
  updateSiteSpaceById: {
    ...arrangesSite("Changing a site space"),
    fields: { spaceId: putsOnSite },
  },
  moveSiteSpace: arrangesSite("Moving a site space"),
  deleteSiteSpaceById: arrangesSite("Taking a space off a site"),
  listSiteSections: readsSite,
  addSectionToSite: { ...arrangesSite("Adding a section"), fields: { spaceId: putsOnSite } },
  updateSiteSectionById: arrangesSite("Changing a section"),
  moveSiteSection: arrangesSite("Moving a section"),
  deleteSiteSectionById: arrangesSite("Deleting a section"),
  listSiteSectionGroups: readsSite,
  addSectionGroupToSite: arrangesSite("Adding a section group"),
  updateSiteSectionGroupById: arrangesSite("Changing a section group"),
  deleteSiteSectionGroupById: arrangesSite("Deleting a section group"),
  addSectionToGroup: arrangesSite("Putting a section into a group"),
  removeSectionFromGroup: arrangesSite("Taking a section out of its group"),
  listSiteRedirects: readsSite,
  getSiteRedirectBySource: readsSite,
  createSiteRedirect: arrangesSite("Redirecting a path of a docs site"),
  updateSiteRedirectById: arrangesSite("Changing a redirect"),
  deleteSiteRedirectById: arrangesSite("Deleting a redirect"),
  bulkUpsertSiteRedirects: arrangesSite("Changing redirects"),
  listSiteShareLinks: runsSite("Listing the share links of a docs site"),
  createSiteShareLink: runsSite("Creating a share link"),
  updateSiteShareLinkById: runsSite("Changing a share link"),
  deleteSiteShareLinkById: runsSite("Deleting a share link"),
  getSitePublishingAuthById: runsSite("Looking at how visitors sign in"),
  updateSitePublishingAuthById: runsSite("Changing how visitors sign in"),
  regenerateSitePublishingAuthById: runsSite("Replacing the private key of a docs site"),
  getSiteCustomizationById: readsSite,
  updateSiteCustomizationById: runsSite("Changing how a docs site looks"),
  getSiteSpaceCustomizationById: readsSite,
  overrideSiteSpaceCustomizationById: runsSite("Changing how a site space looks"),
  deleteSiteSpaceCustomizationById: runsSite("Changing how a site space looks"),
  getSiteAdaptiveSchema: readsSite,
  listSiteAdaptiveTemplateConditions: readsSite,
  updateSiteAdaptiveSchema: runsSite("Changing the schema of a site's visitors"),
  listPermissionsAggregateInSite: administers("Listing who has a role on a docs site"),
  inviteToSite: administers("Granting a role on a docs site"),
  listUserPermissionsInSite: administers("Listing what was granted on a docs site"),
  listTeamPermissionsInSite: administers("Listing what was granted on a docs site"),
  updateUserPermissionInSite: administers("Changing a role on a docs site"),
  updateTeamPermissionInSite: administers("Changing a role on a docs site"),
  removeUserFromSite: administers("Taking back a role on a docs site"),
  removeTeamFromSite: administers("Taking back a role on a docs site"),
} as const satisfies Readonly<Record<string, Requirement>>;
