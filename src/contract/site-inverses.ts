/** Inverse operations for sites; part of inverses.ts. */
import {
  type Arranges,
  callOpposite,
  declareNoInverse,
  deleteCreated,
  type Inverses,
  type MovedBack,
  type PathTemplate,
  restoreFields,
  type SitePartKind,
} from "./inverse.ts";
import { createRoleInverses } from "./role-inverses.ts";

const site: PathTemplate = "/orgs/{organizationId}/sites/{siteId}";
const declareLoss = (what: string) =>
  declareNoInverse(`The deletion is final: ${what} created again has another id and other parts.`);
const mixed = declareNoInverse(
  "The response merges the settings of the site space with those of its site, so overrides cannot be distinguished.",
);
/** One list contains all parts of a kind. */
const createPartLookup = (list: string, field: string) => ({
  look: `${site}/${list}` as const,
  item: { member: "id", is: field },
});
const createCreationInverse = (by: string, list: string, field: string) => ({
  ...deleteCreated(by, `${site}/${list}`, field, `${site}/${list}`),
  item: true as const,
});
const newSpace = { by: "deleteSpaceById", field: "spaceId" };
const newSiteSpace = {
  ...createCreationInverse("deleteSiteSpaceById", "site-spaces", "siteSpaceId"),
  along: { ...newSpace, member: "space.id" },
};
/** A site without sections gets one for its existing spaces when a section is added. */
const spacesOfSite: Arranges = { kind: "site-space" };
const createMoveInverse = (part: SitePartKind, named: string): MovedBack => ({
  how: "move",
  among: "structure",
  part,
  named,
});
const drafts = "draft=true";
const redirects = {
  how: "redirects",
  look: `${site}/redirects`,
  by: "bulkUpsertSiteRedirects",
} as const;

export const siteInverses: Inverses = {
  createSite: {
    ...deleteCreated("deleteSiteById", "/orgs/{organizationId}/sites", "siteId"),
    holds: [
      { list: `${site}/site-spaces`, given: "spaces" },
      { list: `${site}/redirects` },
      { list: `${site}/redirects?${drafts}` },
      // Visibility by share link creates a share link.
      { list: `${site}/share-links`, given: 1 },
    ],
  },
  updateSiteById: restoreFields(site, {
    members: { proxy: "proxy.origin", styleguide: "styleguide.space" },
    untold: {
      defaultSiteSpace: "the response does not include the landing page",
      defaultSiteSection: "the response does not include the landing page",
    },
  }),
  deleteSiteById: declareLoss("a site"),
  publishSite: callOpposite("unpublishSite", site, { published: true }),
  unpublishSite: callOpposite("publishSite", site, { published: false }),
  dnsRevalidateCustomHostname: declareNoInverse("It only refreshes the DNS status."),
  removeCustomHostname: declareNoInverse("To add it again, run tome site update with --hostname."),
  trackEventsInSiteById: declareNoInverse("Events are counted and cannot be removed."),
  createSiteStyleguideById: declareNoInverse(
    "To remove it, run tome site update with --styleguide none, and delete its space.",
  ),
  createSiteStyleguideRun: declareNoInverse(
    "Changes are in change requests. To reject one, archive it.",
  ),
  submitSiteAgentFeedback: declareNoInverse("Feedback is counted and cannot be removed."),
  submitAgentFeedbackToSite: declareNoInverse("Feedback is counted and cannot be removed."),
  applyTemplateToSite: declareNoInverse("It changes several parts of the site at once."),
  // The structure
  sortSiteStructure: { how: "move", among: "structure", named: "item.id" },
  addSectionToSite: {
    ...createCreationInverse("deleteSiteSectionById", "sections", "siteSectionId"),
    arranges: [spacesOfSite],
    along: { ...newSpace, member: "siteSpaces.0.space.id" },
  },
  updateSiteSectionById: restoreFields(`${site}/sections`, {
    ...createPartLookup("sections", "siteSectionId"),
    members: { siteSectionGroupId: "sectionGroup" },
    arranges: [{ kind: "site-section", parts: "siteSectionId", by: "siteSectionGroupId" }],
    untold: { defaultSiteSpace: "the response does not include the landing page" },
  }),
  moveSiteSection: createMoveInverse("site-section", "siteSectionId"),
  deleteSiteSectionById: declareLoss("a section"),
  addSectionGroupToSite: {
    ...createCreationInverse("deleteSiteSectionGroupById", "section-groups", "siteSectionGroupId"),
    arranges: [spacesOfSite, { kind: "site-section", parts: "sections", by: "sections" }],
  },
  updateSiteSectionGroupById: restoreFields(`${site}/section-groups`, {
    ...createPartLookup("section-groups", "siteSectionGroupId"),
    members: { parentSectionGroupId: "sectionGroup" },
    arranges: [
      { kind: "site-section-group", parts: "siteSectionGroupId", by: "parentSectionGroupId" },
    ],
  }),
  moveSiteSectionGroup: createMoveInverse("site-section-group", "siteSectionGroupId"),
  deleteSiteSectionGroupById: declareLoss("a group of sections"),
  addSectionToGroup: createMoveInverse("site-section", "sectionId"),
  removeSectionFromGroup: createMoveInverse("site-section", "siteSectionId"),
  addSpaceToSite: newSiteSpace,
  duplicateSiteSpace: newSiteSpace,
  updateSiteSpaceById: restoreFields(`${site}/site-spaces`, {
    ...createPartLookup("site-spaces", "siteSpaceId"),
    members: { spaceId: "space.id" },
  }),
  moveSiteSpace: createMoveInverse("site-space", "siteSpaceId"),
  deleteSiteSpaceById: declareLoss("a site space"),
  addExternalLinkToSite: createCreationInverse(
    "deleteSiteExternalLinkById",
    "structure",
    "siteExternalLinkId",
  ),
  updateSiteExternalLinkById: restoreFields(`${site}/structure`, {
    ...createPartLookup("structure", "siteExternalLinkId"),
    members: { parent: "sectionGroup" },
    arranges: [{ kind: "site-external-link", parts: "siteExternalLinkId", by: "parent" }],
  }),
  deleteSiteExternalLinkById: declareLoss("a link"),
  // Appearance and access
  updateSiteCustomizationById: restoreFields(`${site}/customization`, {
    members: { settings: "" },
  }),
  overrideSiteSpaceCustomizationById: mixed,
  deleteSiteSpaceCustomizationById: mixed,
  updateSiteAdaptiveSchema: restoreFields(`${site}/adaptive-schema`),
  updateSitePublishingAuthById: restoreFields(`${site}/publishing/auth`),
  regenerateSitePublishingAuthById: declareNoInverse("The previous key is deleted."),
  createSiteShareLink: createCreationInverse(
    "deleteSiteShareLinkById",
    "share-links",
    "shareLinkId",
  ),
  updateSiteShareLinkById: restoreFields(
    `${site}/share-links`,
    createPartLookup("share-links", "shareLinkId"),
  ),
  deleteSiteShareLinkById: declareNoInverse(
    "A deleted share link cannot be restored with its key.",
  ),
  ...createRoleInverses(site, "Site"),
  // Agents
  createSiteMcpServer: createCreationInverse(
    "deleteSiteMcpServerById",
    "mcp-servers",
    "siteMcpServerId",
  ),
  updateSiteMcpServerById: restoreFields(`${site}/mcp-servers/{siteMcpServerId}`, {
    list: `${site}/mcp-servers`,
    untold: { headers: "the history does not contain secrets" },
  }),
  deleteSiteMcpServerById: declareNoInverse(
    "The headers of a deleted MCP server cannot be restored.",
  ),
  updateSiteAdsById: declareNoInverse(
    "A review cannot be undone. To withdraw a site, run tome site ads update --status disabled.",
  ),
  createSiteChannel: createCreationInverse("deleteSiteChannelById", "channels", "siteChannelId"),
  updateSiteChannelById: restoreFields(`${site}/channels/{siteChannelId}`, {
    list: `${site}/channels`,
  }),
  deleteSiteChannelById: declareLoss("a channel"),
  updateSiteAgentSettingsById: restoreFields(`${site}/agent-settings`),
  // Redirects
  createSiteRedirect: {
    ...createCreationInverse("deleteSiteRedirectById", "redirects", "siteRedirectId"),
    rest: drafts,
  },
  updateSiteRedirectById: restoreFields(`${site}/redirects`, {
    ...createPartLookup("redirects", "siteRedirectId"),
    rest: drafts,
  }),
  deleteSiteRedirectById: { ...redirects, one: "siteRedirectId" },
  bulkUpsertSiteRedirects: redirects,
  // Context and findings
  upsertSiteContextRecords: declareNoInverse("The API cannot delete context records."),
  createSiteContextConnection: {
    ...deleteCreated(
      "deleteSiteContextConnectionById",
      `${site}/context-connections`,
      "siteContextConnectionId",
    ),
    // The syncs change them.
    moving: ["status", "failureMessage", "failureReason"],
  },
  updateSiteContextConnectionById: restoreFields(
    `${site}/context-connections/{siteContextConnectionId}`,
    { untold: { setupSettings: "the response does not include the credentials" } },
  ),
  deleteSiteContextConnectionById: declareNoInverse(
    "The credentials and the records are deleted with the connection.",
  ),
  syncSiteContextConnection: declareNoInverse("It only reads from the connected system."),
  updateSiteTopicById: restoreFields(`${site}/topics/{siteTopicId}`),
  deleteSiteTopicFindings: declareNoInverse("Deleted findings cannot be restored."),
  updateSiteFindingById: restoreFields(`${site}/findings/{siteFindingId}`),
  triggerChangeRequestsForSiteFinding: declareNoInverse(
    "It creates change requests. To archive one, run tome cr update --status archived.",
  ),
};
