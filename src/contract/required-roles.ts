/**
 * Required role of each operation: the table behind the checks of the local platform, the
 * `permissions` in its responses (permission-flags.ts) and docs/permissions.md. Handlers refer to
 * their operation here and never to a role.
 */
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

const administers = (deed: string) => needs("admin", "organization", deed);
const creates = (deed: string) => needs("create", "organization", deed);
const publishes = (deed: string) => needs("admin", "publishing organization", deed);
const readsConversations = needs("read", "organization", "Reading conversations");
const readsMember = needs("read", "organization", "Showing other members", themselves);
const managesTeam = (deed: string) => needs("admin", "organization", deed, teamOwner);
const managesTeamMembers = managesTeam("Changing the members of a team");
const readsIntegration = sees("read", "publishing organization", inPublic);
const readsStatus = needs("read", "organization", "Showing the status of integrations");
const readsSpecification = sees("read", "organization", guestsInPublic);
const moves = needs("create", "destination", "Moving the resource");
const lands = needs("create", "destination", "Transferring the resource");

type TreeContentKind = "collection" | "space";
const administersContent = (content: TreeContentKind, deed: string) =>
  needs("admin", `${content} itself`, `${deed} a ${content}`);

export const requiredRoles = {
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
  listOrganizationInviteLinks: administers("Listing invites"),
  getOrganizationInviteLink: administers("Showing an invite"),
  updateOrganizationInviteById: administers("Changing an invite"),
  createOrganizationInvite: administers("Creating an invite"),
  inviteUsersToOrganization: administers("Inviting users"),
  deleteOrganizationInviteById: administers("Deleting an invite"),
  listOrganizationDomains: administers("Listing the domains"),
  getOrganizationDomain: administers("Showing a domain"),
  addOrganizationDomain: administers("Claiming a domain"),
  checkOrganizationDomain: administers("Checking a domain"),
  removeOrganizationDomain: administers("Giving up a domain"),
  listOrganizationWebhooks: administers("Listing the webhooks"),
  getOrganizationWebhook: administers("Showing a webhook"),
  createOrganizationWebhook: administers("Creating a webhook"),
  updateOrganizationWebhook: administers("Changing a webhook"),
  deleteOrganizationWebhook: administers("Deleting a webhook"),
  rotateOrganizationWebhookSecret: administers("Replacing the secret of a webhook"),
  testOrganizationWebhook: administers("Testing a webhook"),
  listOrganizationWebhookDeliveries: administers("Listing the deliveries of a webhook"),
  listOrganizationInvitations: administers("Listing the invitations"),
  withdrawOrganizationInvitation: administers("Withdrawing an invitation"),
  listInvitationsForAuthenticatedUser: anyone,
  acceptInvitation: needs("nobody", "platform", "Accepting an invitation", invited),
  declineInvitation: needs("nobody", "platform", "Declining an invitation", invited),
  listOrganizationAuditEvents: administers("Reading the audit log"),
  getOrganizationAuditEvent: administers("Reading the audit log"),
  listOrganizationAuditEventActions: administers("Reading the audit log"),
  // Members
  listMembersInOrganizationById: needs("read", "organization", "Listing members"),
  getMemberInOrganizationById: readsMember,
  listSpacesForOrganizationMember: readsMember,
  listTeamsForOrganizationMember: readsMember,
  updateMemberInOrganizationById: administers("Changing the role of a member"),
  removeMemberFromOrganizationById: needs("admin", "organization", "Removing a member", themselves),
  setUserAsSSOMemberForOrganization: administers("Requiring single sign-on for a member"),
  updateOrganizationMemberLastSeenAt: inside,
  // Teams
  listTeamsInOrganizationById: needs("read", "organization", "Listing teams"),
  createOrganizationTeam: administers("Creating a team"),
  getTeamInOrganizationById: sees("read", "organization", inTeam),
  listTeamMembersInOrganizationById: sees("read", "organization", inTeam),
  updateTeamInOrganizationById: managesTeam("Changing a team"),
  removeTeamFromOrganizationById: managesTeam("Deleting a team"),
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
  listSAMLProvidersInOrganizationById: administers("Listing SAML providers"),
  createOrganizationSAMLProvider: administers("Creating a SAML provider"),
  getOrganizationSAMLProviderById: administers("Showing a SAML provider"),
  updateOrganizationSAMLProvider: administers("Changing a SAML provider"),
  deleteOrganizationSAMLProvider: administers("Deleting a SAML provider"),
  // Collections
  listCollectionsInOrganizationById: inside,
  createCollection: needs("create", "destination", "Creating a collection"),
  getCollectionById: readsCollection,
  listSpacesInCollectionById: readsCollection,
  updateCollectionById: {
    ...readsCollection,
    fields: requireForChange("collection", "admin", ["title", "description", "defaultLevel"]),
  },
  deleteCollectionById: administersContent("collection", "Deleting"),
  moveCollection: { ...administersContent("collection", "Moving"), fields: { parent: moves } },
  transferCollection: {
    ...administersContent("collection", "Transferring"),
    fields: { organization: lands },
  },
  listPermissionsAggregateInCollection: administersContent("collection", "Listing the access to"),
  inviteToCollection: administersContent("collection", "Granting a role in"),
  listUserPermissionsInCollection: administersContent("collection", "Listing the grants of"),
  listTeamPermissionsInCollection: administersContent("collection", "Listing the grants of"),
  updateUserPermissionInCollection: administersContent("collection", "Changing a role in"),
  updateTeamPermissionInCollection: administersContent("collection", "Changing a role in"),
  removeUserFromCollection: administersContent("collection", "Revoking a role in"),
  removeTeamFromCollection: administersContent("collection", "Revoking a role in"),
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
  deleteSpaceById: administersContent("space", "Deleting"),
  restoreSpace: administersContent("space", "Restoring"),
  moveSpace: { ...administersContent("space", "Moving"), fields: { parent: moves } },
  transferSpace: {
    ...administersContent("space", "Transferring"),
    fields: { organization: lands },
  },
  listPermissionsAggregateInSpace: administersContent("space", "Listing the access to"),
  inviteToSpace: administersContent("space", "Granting a role in"),
  listUserPermissionsInSpace: administersContent("space", "Listing the grants of"),
  listTeamPermissionsInSpace: administersContent("space", "Listing the grants of"),
  updateUserPermissionInSpace: administersContent("space", "Changing a role in"),
  updateTeamPermissionInSpace: administersContent("space", "Changing a role in"),
  removeUserFromSpace: administersContent("space", "Revoking a role in"),
  removeTeamFromSpace: administersContent("space", "Revoking a role in"),
  // Content, its synchronization with Git, comments, change requests
  ...contentRoles,
  ...siteRoles,
  // API specifications
  listOpenAPISpecs: inside,
  createOpenAPISpec: creates("Storing an API specification"),
  getOpenAPISpecBySlug: readsSpecification,
  createOrUpdateOpenAPISpecBySlug: creates("Storing an API specification"),
  updateOpenAPISpecBySlug: creates("Changing an API specification"),
  deleteOpenAPISpecBySlug: creates("Deleting an API specification"),
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
  createTranslation: creates("Creating a translation"),
  updateTranslation: creates("Changing a translation"),
  deleteTranslation: creates("Deleting a translation"),
  runTranslation: creates("Running a translation"),
  listGlossaryEntries: inside,
  getGlossaryEntry: inside,
  updateGlossaryEntries: creates("Changing the glossary"),
  // Uploads and custom fonts
  generateStorageUploadURL: creates("Uploading a file"),
  listCustomFonts: inside,
  getCustomFont: inside,
  createCustomFont: administers("Creating a custom font"),
  updateCustomFont: administers("Changing a custom font"),
  deleteCustomFont: administers("Deleting a custom font"),
  // Agents, and the use of AI features
  listOrganizationAgentConversations: inside,
  provisionOrganizationAgentConversation: inside,
  updateOrganizationAgentConversation: inside,
  deleteOrganizationAgentConversation: inside,
  listAgentTasks: readsConversations,
  getAgentTask: readsConversations,
  updateAgentTask: creates("Changing an agent task"),
  getAgentSetupState: readsConversations,
  getOrganizationAIUsage: administers("Showing the use of AI features"),
  // Ads: the key of an ad partner counts, not the role of a user
  adsListSites: anyone,
  adsUpdateSite: anyone,
  // Conversations
  ingestConversation: creates("Importing conversations"),
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
  publishIntegration: administers("Publishing an integration"),
  unpublishIntegration: publishes("Unpublishing an integration"),
  setIntegrationDevelopmentMode: publishes("Setting the development tunnel of an integration"),
  createIntegrationToken: publishes("Creating an integration token"),
  createIntegrationInstallationToken: publishes("Creating an installation token"),
  installIntegration: administers("Installing an integration"),
  listIntegrationInstallations: readsIntegration,
  getIntegrationInstallationById: administers("Showing an installation"),
  updateIntegrationInstallation: administers("Changing an installation"),
  acceptIntegrationInstallationPermissions: administers("Accepting permissions"),
  listIntegrationInstallationSpaces: administers("Showing an installation"),
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
  listIntegrationInstallationSites: administers("Showing an installation"),
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
  listOrganizationInstallations: administers("Listing the installations"),
  listSpaceIntegrations: readsSpace,
  listSpaceIntegrationsBlocks: readsSpace,
  getOrganizationIntegrationStatus: readsStatus,
  listOrganizationIntegrationsStatus: readsStatus,
  listSiteIntegrations: readsSite,
  listSiteIntegrationScripts: readsSite,
  disableIntegrationDevelopmentMode: publishes("Setting the development tunnel of an integration"),
  uninstallIntegration: administers("Uninstalling an integration"),
  listIntegrationSpaceInstallations: readsIntegration,
  listIntegrationSiteInstallations: readsIntegration,
  listIntegrationEvents: readsIntegration,
  getIntegrationEvent: sees("admin", "organization"),
  queueIntegrationTask: publishes("Queueing a task of an integration"),
  // The role depends on the context of the component: a document, or a configuration screen
  renderIntegrationUIWithPost: readsSpace,
  renderIntegrationUIWithGet: readsSpace,
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequiredRoles = typeof requiredRoles;
