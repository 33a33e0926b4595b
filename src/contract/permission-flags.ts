/**
 * Operations or fields that each flag of a `permissions` object covers; they all require the same
 * role. The local platform computes the flags from this table.
 */
import type { RoleException } from "./requirement.ts";
import type { PermissionRule } from "./rules.ts";

/** A flag for an operation that is not supported here: it equals a rule, with a reason. */
export interface BorrowedRule {
  readonly as: PermissionRule;
  readonly because: string;
}

/** A flag about the user's status, not about an operation. */
export interface Fact {
  readonly is: RoleException;
}

export type PermissionFlag = readonly [PermissionRule, ...PermissionRule[]] | BorrowedRule | Fact;

const inviteLinks = "Invite links are listed for the whole organization, to its admins.";

export const permissionFlags = {
  organization: {
    view: ["getOrganizationById", "listSSOProviderLoginsInOrganization"],
    access: ["getOrganizationById"],
    admin: [
      "updateOrganizationById",
      "updateOrganizationAgentInstructions",
      "updateMemberInOrganizationById",
      "setUserAsSSOMemberForOrganization",
      "inviteUsersToOrganization",
      "createOrganizationInvite",
      "listOrganizationInviteLinks",
      "deleteOrganizationInviteById",
      "createOrganizationTeam",
      "listSAMLProvidersInOrganizationById",
      "createOrganizationSAMLProvider",
      "publishIntegration",
    ],
    ownTeam: { is: "owner of the team" },
    createContent: ["createSpace", "createCollection", "createSite", "createTranslation"],
    createOpenAPISpec: ["createOpenAPISpec", "createOrUpdateOpenAPISpecBySlug"],
    ingestConversations: ["ingestConversation"],
    viewBilling: { as: "updateOrganizationById", because: "The local platform has no billing." },
    listMembers: ["listMembersInOrganizationById", "getMemberInOrganizationById"],
    listTeams: ["listTeamsInOrganizationById"],
    listIntegrations: {
      as: "getIntegrationByName",
      because: "It applies to private integrations; public ones are visible to all users.",
    },
    listInstallations: ["getIntegrationInstallationById", "uninstallIntegration"],
    installIntegration: ["installIntegration"],
  },
  collection: {
    view: ["getCollectionById", "listSpacesInCollectionById"],
    admin: [
      "updateCollectionById.title",
      "updateCollectionById.description",
      "updateCollectionById.defaultLevel",
      "deleteCollectionById",
      "moveCollection",
      "transferCollection",
      "inviteToCollection",
      "listPermissionsAggregateInCollection",
      "listUserPermissionsInCollection",
      "listTeamPermissionsInCollection",
    ],
    viewInviteLinks: { as: "inviteToCollection", because: inviteLinks },
    create: ["createSpace", "createCollection"],
  },
  space: {
    view: ["getSpaceById", "getCurrentRevision", "listPages", "listFiles", "searchSpaceContent"],
    access: ["getSpaceById"],
    admin: [
      "updateSpaceById.title",
      "updateSpaceById.emoji",
      "updateSpaceById.icon",
      "updateSpaceById.language",
      "updateSpaceById.editMode",
      "updateSpaceById.defaultLevel",
      "updateSpaceById.mergeRules",
      "deleteSpaceById",
      "moveSpace",
      "transferSpace",
      "inviteToSpace",
      "listPermissionsAggregateInSpace",
      "listUserPermissionsInSpace",
      "listTeamPermissionsInSpace",
      "deleteLegacyGitInstallation",
    ],
    viewInviteLinks: { as: "inviteToSpace", because: inviteLinks },
    edit: ["createChangeRequest", "updateChangeRequestById", "updateChangeRequestContent"],
    triggerGitSync: ["importGitRepository", "exportToGitRepository"],
    comment: ["postCommentInSpace", "listCommentsInSpace", "postCommentInChangeRequest"],
    merge: ["mergeChangeRequest"],
    review: ["submitChangeRequestReview"],
    installIntegration: ["installIntegrationOnSpace", "uninstallIntegrationFromSpace"],
  },
  site: {
    view: ["getSiteById", "getSiteStructure", "getPublishedContentSite", "listSiteSpaces"],
    access: ["getSiteById"],
    edit: ["updateSiteSpaceById", "updateSiteSectionById", "updateSiteSectionGroupById"],
    create: [
      "addSpaceToSite",
      "addSectionToSite",
      "addSectionGroupToSite",
      "sortSiteStructure",
      "updateSiteById.defaultSiteSpace",
      "updateSiteById.defaultSiteSection",
    ],
    admin: [
      "updateSiteById.title",
      "updateSiteById.visibility",
      "updateSiteById.basename",
      "updateSiteById.adaptiveContent",
      "updateSiteById.agentsContext",
      "updateSiteById.proxy",
      "updateSiteById.hostname",
      "updateSiteById.defaultLevel",
      "publishSite",
      "unpublishSite",
      "deleteSiteById",
      "inviteToSite",
      "listPermissionsAggregateInSite",
      "listUserPermissionsInSite",
      "listTeamPermissionsInSite",
    ],
    installIntegration: ["installIntegrationOnSite", "uninstallIntegrationFromSite"],
    viewAdaptiveSchema: ["getSiteAdaptiveSchema", "listSiteAdaptiveTemplateConditions"],
    editAdaptiveSchema: ["updateSiteAdaptiveSchema"],
  },
  font: { edit: ["updateCustomFont", "deleteCustomFont"] },
  comment: {
    view: ["getCommentInSpace", "getCommentInChangeRequest"],
    edit: ["updateCommentInSpace.body", "updateCommentInChangeRequest.body"],
    reply: ["postCommentReplyInSpace", "postCommentReplyInChangeRequest"],
    delete: ["deleteCommentInSpace", "deleteCommentInChangeRequest"],
  },
  reply: {
    view: ["getCommentReplyInSpace", "getCommentReplyInChangeRequest"],
    edit: ["updateCommentReplyInSpace.body", "updateCommentReplyInChangeRequest.body"],
    reply: ["postCommentReplyInSpace", "postCommentReplyInChangeRequest"],
    delete: ["deleteCommentReplyInSpace", "deleteCommentReplyInChangeRequest"],
  },
  specification: {
    view: ["getOpenAPISpecBySlug"],
    edit: ["createOrUpdateOpenAPISpecBySlug", "updateOpenAPISpecBySlug", "deleteOpenAPISpecBySlug"],
  },
  integration: {
    admin: ["unpublishIntegration", "setIntegrationDevelopmentMode"],
  },
  team: {
    admin: [
      "updateTeamInOrganizationById",
      "removeTeamFromOrganizationById",
      "updateMembersInOrganizationTeam",
      "addMemberToOrganizationTeamById",
    ],
    view: ["getTeamInOrganizationById", "listTeamMembersInOrganizationById"],
  },
  "team member": {
    view: ["getMemberInOrganizationById"],
  },
  translation: {
    view: ["getTranslation"],
    edit: ["updateTranslation", "deleteTranslation", "runTranslation"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PermissionFlag>>>>;
