/**
 * Required role of each operation: the table behind the checks of the local platform, the
 * `permissions` in its responses (permission-flags.ts) and docs/permissions.md. Handlers refer to
 * their operation here and never to a role.
 */
import { mergeTables } from "../json/own-members.ts";
import { contentRoles, inside, readsSpace } from "./content-roles.ts";
import { needs, type Requirement, requireForChange, sees } from "./requirement.ts";
import { readsSite, siteRoles } from "./site-roles.ts";

const anyone = sees("anyone", "platform");
const readsCollection = sees("read", "collection itself");

const themselves = { principal: "person themselves", minimum: "guest" } as const;
const invited = { principal: "invited user", minimum: "anyone" } as const;
const teamOwner = { principal: "owner of the team", minimum: "guest" } as const;
const inTeam = { principal: "member of the team", minimum: "guest" } as const;
const reader = { principal: "reader of the source", minimum: "guest" } as const;
const inPublic = { principal: "anyone, if it is public", minimum: "anyone" } as const;
const guestsInPublic = { principal: "anyone, if it is public", minimum: "guest" } as const;

const needsAdmin = (deed: string) => needs("admin", "organization", deed);
const needsCreator = (deed: string) => needs("create", "organization", deed);
const needsPublishingAdmin = (deed: string) => needs("admin", "publishing organization", deed);
const readsConversations = needs("read", "organization", "Reading conversations");
const readsMember = needs("read", "organization", "Showing other members", themselves);
const needsTeamManager = (deed: string) => needs("admin", "organization", deed, teamOwner);
const managesTeamMembers = needsTeamManager("Changing the members of a team");
const readsIntegration = sees("read", "publishing organization", inPublic);
const readsStatus = needs("read", "organization", "Showing the status of integrations");
const readsSpecification = sees("read", "organization", guestsInPublic);
const moves = needs("create", "destination", "Moving the resource");
const lands = needs("create", "destination", "Transferring the resource");

type TreeContentKind = "collection" | "space";
const needsContentAdmin = (content: TreeContentKind, deed: string) =>
  needs("admin", `${content} itself`, `${deed} a ${content}`);

const workspaceRoles = {
  // Own account
  getAuthenticatedUser: anyone,
  createUserNotificationsToken: anyone,
  updateUserById: needs("nobody", "platform", "Changing a user", themselves),
  // URLs: their targets are public, or checked individually
  resolvePublishedContentByUrl: anyone,
  getPublishedContentByUrl: anyone,
  getContentByUrl: readsSpace,
  getEmbedByUrl: anyone,
  // Organizations
  createOrganization: anyone,
  listOrganizationsForAuthenticatedUser: anyone,
  getOrganizationsForEmailDomain: anyone,
  getOrganizationById: inside,
  getSubdomain: inside,
  joinOrganization: anyone,
  joinOrganizationWithInvite: anyone,
  searchOrganizationContent: inside,
  askInOrganization: inside,
  streamAskInOrganization: inside,
  getRecommendedQuestionsInOrganization: inside,
  streamRecommendedQuestionsInOrganization: inside,
  updateOrganizationById: needs("admin", "organization itself", "Changing an organization"),
  getOrganizationAgentInstructions: inside,
  listOrganizationStyleguides: inside,
  listStyleguideTemplates: inside,
  updateOrganizationAgentInstructions: needs(
    "admin",
    "organization itself",
    "Changing agent instructions of an organization",
  ),
  listOrganizationInviteLinks: needsAdmin("Listing invites"),
  getOrganizationInviteLink: needsAdmin("Showing an invite"),
  updateOrganizationInviteById: needsAdmin("Changing an invite"),
  createOrganizationInvite: needsAdmin("Creating an invite"),
  inviteUsersToOrganization: needsAdmin("Inviting users"),
  deleteOrganizationInviteById: needsAdmin("Deleting an invite"),
  listOrganizationDomains: needsAdmin("Listing the domains"),
  getOrganizationDomain: needsAdmin("Showing a domain"),
  addOrganizationDomain: needsAdmin("Claiming a domain"),
  checkOrganizationDomain: needsAdmin("Checking a domain"),
  removeOrganizationDomain: needsAdmin("Giving up a domain"),
  listOrganizationWebhooks: needsAdmin("Listing the webhooks"),
  getOrganizationWebhook: needsAdmin("Showing a webhook"),
  createOrganizationWebhook: needsAdmin("Creating a webhook"),
  updateOrganizationWebhook: needsAdmin("Changing a webhook"),
  deleteOrganizationWebhook: needsAdmin("Deleting a webhook"),
  rotateOrganizationWebhookSecret: needsAdmin("Replacing the secret of a webhook"),
  testOrganizationWebhook: needsAdmin("Testing a webhook"),
  listOrganizationWebhookDeliveries: needsAdmin("Listing the deliveries of a webhook"),
  listOrganizationInvitations: needsAdmin("Listing the invitations"),
  withdrawOrganizationInvitation: needsAdmin("Withdrawing an invitation"),
  listInvitationsForAuthenticatedUser: anyone,
  acceptInvitation: needs("nobody", "platform", "Accepting an invitation", invited),
  declineInvitation: needs("nobody", "platform", "Declining an invitation", invited),
  listOrganizationAuditEvents: needsAdmin("Reading the audit log"),
  getOrganizationAuditEvent: needsAdmin("Reading the audit log"),
  listOrganizationAuditEventActions: needsAdmin("Reading the audit log"),
  // Members
  listMembersInOrganizationById: needs("read", "organization", "Listing members"),
  getMemberInOrganizationById: readsMember,
  listSpacesForOrganizationMember: readsMember,
  listTeamsForOrganizationMember: readsMember,
  updateMemberInOrganizationById: needsAdmin("Changing the role of a member"),
  removeMemberFromOrganizationById: needs("admin", "organization", "Removing a member", themselves),
  setUserAsSSOMemberForOrganization: needsAdmin("Requiring single sign-on for a member"),
  updateOrganizationMemberLastSeenAt: inside,
  // Teams
  listTeamsInOrganizationById: needs("read", "organization", "Listing teams"),
  createOrganizationTeam: needsAdmin("Creating a team"),
  getTeamInOrganizationById: sees("read", "organization", inTeam),
  listTeamMembersInOrganizationById: sees("read", "organization", inTeam),
  updateTeamInOrganizationById: needsTeamManager("Changing a team"),
  removeTeamFromOrganizationById: needsTeamManager("Deleting a team"),
  updateMembersInOrganizationTeam: managesTeamMembers,
  addMemberToOrganizationTeamById: managesTeamMembers,
  deleteMemberFromOrganizationTeamById: needs(
    "admin",
    "organization",
    "Changing the members of a team",
    teamOwner,
    themselves,
  ),
  // Single sign-on
  listSSOProviderLoginsInOrganization: inside,
  listSAMLProvidersInOrganizationById: needsAdmin("Listing SAML providers"),
  createOrganizationSAMLProvider: needsAdmin("Creating a SAML provider"),
  getOrganizationSAMLProviderById: needsAdmin("Showing a SAML provider"),
  updateOrganizationSAMLProvider: needsAdmin("Changing a SAML provider"),
  deleteOrganizationSAMLProvider: needsAdmin("Deleting a SAML provider"),
  // Collections
  listCollectionsInOrganizationById: inside,
  createCollection: needs("create", "destination", "Creating a collection"),
  getCollectionById: readsCollection,
  listSpacesInCollectionById: readsCollection,
  updateCollectionById: {
    ...readsCollection,
    fields: requireForChange("collection", "admin", ["title", "description", "defaultLevel"]),
  },
  deleteCollectionById: needsContentAdmin("collection", "Deleting"),
  moveCollection: { ...needsContentAdmin("collection", "Moving"), fields: { parent: moves } },
  transferCollection: {
    ...needsContentAdmin("collection", "Transferring"),
    fields: { organization: lands },
  },
  listPermissionsAggregateInCollection: needsContentAdmin("collection", "Listing the access to"),
  inviteToCollection: needsContentAdmin("collection", "Granting a role in"),
  listUserPermissionsInCollection: needsContentAdmin("collection", "Listing the grants of"),
  listTeamPermissionsInCollection: needsContentAdmin("collection", "Listing the grants of"),
  updateUserPermissionInCollection: needsContentAdmin("collection", "Changing a role in"),
  updateTeamPermissionInCollection: needsContentAdmin("collection", "Changing a role in"),
  removeUserFromCollection: needsContentAdmin("collection", "Revoking a role in"),
  removeTeamFromCollection: needsContentAdmin("collection", "Revoking a role in"),
  // Spaces
  listSpacesInOrganizationById: inside,
  createSpace: needs("create", "destination", "Creating a space"),
  getSpaceById: readsSpace,
  listSpaceLinks: readsSpace,
  searchSpaceContent: readsSpace,
  getEmbedByUrlInSpace: readsSpace,
  updateSpaceById: {
    ...readsSpace,
    fields: {
      ...requireForChange("space", "admin", ["title", "emoji", "icon", "language"]),
      ...requireForChange("space", "admin", ["editMode", "defaultLevel", "mergeRules"]),
    },
  },
  duplicateSpace: needs("create", "destination", "Duplicating a space"),
  deleteSpaceById: needsContentAdmin("space", "Deleting"),
  restoreSpace: needsContentAdmin("space", "Restoring"),
  moveSpace: { ...needsContentAdmin("space", "Moving"), fields: { parent: moves } },
  transferSpace: {
    ...needsContentAdmin("space", "Transferring"),
    fields: { organization: lands },
  },
  listPermissionsAggregateInSpace: needsContentAdmin("space", "Listing the access to"),
  inviteToSpace: needsContentAdmin("space", "Granting a role in"),
  listUserPermissionsInSpace: needsContentAdmin("space", "Listing the grants of"),
  listTeamPermissionsInSpace: needsContentAdmin("space", "Listing the grants of"),
  updateUserPermissionInSpace: needsContentAdmin("space", "Changing a role in"),
  updateTeamPermissionInSpace: needsContentAdmin("space", "Changing a role in"),
  removeUserFromSpace: needsContentAdmin("space", "Revoking a role in"),
  removeTeamFromSpace: needsContentAdmin("space", "Revoking a role in"),
} as const;

const otherRoles = {
  // API specifications
  listOpenAPISpecs: inside,
  createOpenAPISpec: needsCreator("Storing an API specification"),
  getOpenAPISpecBySlug: readsSpecification,
  createOrUpdateOpenAPISpecBySlug: needsCreator("Storing an API specification"),
  updateOpenAPISpecBySlug: needsCreator("Changing an API specification"),
  deleteOpenAPISpecBySlug: needsCreator("Deleting an API specification"),
  listOpenAPISpecVersions: readsSpecification,
  getLatestOpenAPISpecVersion: readsSpecification,
  getOpenAPISpecVersionById: readsSpecification,
  getLatestOpenAPISpecVersionContent: readsSpecification,
  getOpenAPISpecVersionContentById: readsSpecification,
  getLatestOpenAPISpecVersionContentRaw: readsSpecification,
  getOpenAPISpecVersionContentRawById: readsSpecification,
  // Imports: those into spaces that the user can read
  listImportRuns: inside,
  // Translations
  listTranslations: inside,
  getTranslation: sees("admin", "organization", reader),
  createTranslation: needsCreator("Creating a translation"),
  updateTranslation: needsCreator("Changing a translation"),
  deleteTranslation: needsCreator("Deleting a translation"),
  runTranslation: needsCreator("Running a translation"),
  listGlossaryEntries: inside,
  getGlossaryEntry: inside,
  updateGlossaryEntries: needsCreator("Changing the glossary"),
  // Uploads and custom fonts
  generateStorageUploadURL: needsCreator("Uploading a file"),
  listCustomFonts: inside,
  getCustomFont: inside,
  createCustomFont: needsAdmin("Creating a custom font"),
  updateCustomFont: needsAdmin("Changing a custom font"),
  deleteCustomFont: needsAdmin("Deleting a custom font"),
  // Agents, and the use of AI features
  listOrganizationAgentConversations: inside,
  provisionOrganizationAgentConversation: inside,
  updateOrganizationAgentConversation: inside,
  deleteOrganizationAgentConversation: inside,
  listAgentTasks: readsConversations,
  getAgentTask: readsConversations,
  updateAgentTask: needsCreator("Changing an agent task"),
  getAgentSetupState: readsConversations,
  getOrganizationAIUsage: needsAdmin("Showing the use of AI features"),
  // Ads: the key of an ad partner counts, not the role of a user
  adsListSites: anyone,
  adsUpdateSite: anyone,
  // Conversations
  ingestConversation: needsCreator("Importing conversations"),
  listConversations: readsConversations,
  getConversationById: readsConversations,
  listConversationsIssues: readsConversations,
  getConversationIssueById: readsConversations,
  listConversationsIssuesClusters: readsConversations,
  getConversationsIssuesCluster: readsConversations,
  // Integrations; lists of installations, spaces, sites and events contain what the user
  // administers
  listIntegrations: anyone,
  getIntegrationByName: readsIntegration,
  publishIntegration: needsAdmin("Publishing an integration"),
  unpublishIntegration: needsPublishingAdmin("Unpublishing an integration"),
  setIntegrationDevelopmentMode: needsPublishingAdmin(
    "Setting the development tunnel of an integration",
  ),
  createIntegrationToken: needsPublishingAdmin("Creating an integration token"),
  createIntegrationInstallationToken: needsPublishingAdmin("Creating an installation token"),
  installIntegration: needsAdmin("Installing an integration"),
  listIntegrationInstallations: readsIntegration,
  getIntegrationInstallationById: needsAdmin("Showing an installation"),
  updateIntegrationInstallation: needsAdmin("Changing an installation"),
  acceptIntegrationInstallationPermissions: needsAdmin("Accepting permissions"),
  listIntegrationInstallationSpaces: needsAdmin("Showing an installation"),
  installIntegrationOnSpace: needs("admin", "space itself", "Installing an integration on a space"),
  getIntegrationSpaceInstallation: needs(
    "admin",
    "space itself",
    "Showing an installation on a space",
  ),
  updateIntegrationSpaceInstallation: needs(
    "admin",
    "space itself",
    "Changing an installation on a space",
  ),
  uninstallIntegrationFromSpace: needs(
    "admin",
    "space itself",
    "Uninstalling an integration from a space",
  ),
  listIntegrationInstallationSites: needsAdmin("Showing an installation"),
  installIntegrationOnSite: needs(
    "admin",
    "docs site itself",
    "Installing an integration on a site",
  ),
  getIntegrationSiteInstallation: needs(
    "admin",
    "docs site itself",
    "Showing an installation on a site",
  ),
  updateIntegrationSiteInstallation: needs(
    "admin",
    "docs site itself",
    "Changing an installation on a site",
  ),
  uninstallIntegrationFromSite: needs(
    "admin",
    "docs site itself",
    "Uninstalling an integration from a site",
  ),
  listOrganizationIntegrations: inside,
  listOrganizationInstallations: needsAdmin("Listing the installations"),
  listSpaceIntegrations: readsSpace,
  listSpaceIntegrationsBlocks: readsSpace,
  getOrganizationIntegrationStatus: readsStatus,
  listOrganizationIntegrationsStatus: readsStatus,
  listSiteIntegrations: readsSite,
  listSiteIntegrationScripts: readsSite,
  disableIntegrationDevelopmentMode: needsPublishingAdmin(
    "Setting the development tunnel of an integration",
  ),
  uninstallIntegration: needsAdmin("Uninstalling an integration"),
  listIntegrationSpaceInstallations: readsIntegration,
  listIntegrationSiteInstallations: readsIntegration,
  listIntegrationEvents: readsIntegration,
  getIntegrationEvent: sees("admin", "organization"),
  queueIntegrationTask: needsPublishingAdmin("Queueing a task of an integration"),
  // The role depends on the context of the component: a document, or a configuration screen
  renderIntegrationUIWithPost: readsSpace,
  renderIntegrationUIWithGet: readsSpace,
} as const;

export const requiredRoles = mergeTables(
  workspaceRoles,
  contentRoles,
  siteRoles,
  otherRoles,
) satisfies Readonly<Record<string, Requirement>>;

export type RequiredRoles = typeof requiredRoles;
