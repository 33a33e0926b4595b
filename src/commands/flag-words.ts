/**
 * Words of the command line for the fields of the API, where they differ from the defaults: the flag
 * is the field's name in kebab-case, or the noun of an id; the placeholder follows from its kind.
 */
import type { Field, Fields } from "../contract/fields.ts";
import { findOwn } from "../json/own-members.ts";
import type { CommandField, CommandFields, FieldWords } from "./fields.ts";

function createCredentialFileField(flag: string): FieldWords {
  return { flag, fromFile: true, placeholder: "file" };
}

/** By the path of a field, for every operation that has it. */
export const wordsByField: Readonly<Record<string, FieldWords>> = {
  actor: { flag: "actor" },
  "adaptiveContent.enabled": { flag: "adaptive-content" },
  add: { placeholder: "user" },
  addedReactions: { flag: "add-reaction", placeholder: "emoji" },
  authors: { flag: "author" },
  blockDomain: { placeholder: "domain" },
  captureWildcard: { flag: "capture" },
  categories: { flag: "category" },
  certificate: { fromFile: true, placeholder: "file" },
  changeRequest: { flag: "cr" },
  claims: { placeholder: "JSON" },
  cluster: { flag: "cluster" },
  collection: { flag: "to-collection" },
  comment: { flag: "body" },
  commitMessage: { flag: "message" },
  commitMessageTemplate: { flag: "message" },
  condition: { placeholder: "expression" },
  contentSecurityPolicy: { placeholder: "policy" },
  contributor: { flag: "contributor" },
  conversation: { placeholder: "conversation" },
  conversationId: { placeholder: "conversation" },
  conversationsIssuesCluster: { flag: "cluster" },
  creator: { flag: "creator" },
  defaultLevel: { nullWord: "none" },
  defaultRole: { nullWord: "guest", placeholder: "role|guest" },
  defaultSiteSection: { flag: "default-site-section" },
  defaultSiteSpace: { flag: "default-site-space" },
  defaultTeam: { flag: "default-team" },
  displayName: { flag: "name" },
  documentId: { placeholder: "document" },
  domain: { placeholder: "domain" },
  emailDomain: { placeholder: "email-domain" },
  emailDomains: { flag: "email-domain", placeholder: "domain" },
  entityID: { placeholder: "id" },
  events: { flag: "event" },
  externalIds: { flag: "external-id", placeholder: "id" },
  "format.markdown.refs": { flag: "refs" },
  from: { flag: "since", time: "since" },
  "gitInfo.url": { flag: "provider-url" },
  groupsAttribute: { placeholder: "name" },
  hostname: { placeholder: "hostname" },
  icon: { placeholder: "name" },
  id: { placeholder: "template" },
  integrationName: { placeholder: "name" },
  language: { placeholder: "code" },
  level: { nullWord: "guest", placeholder: "role|guest" },
  members: { flag: "member" },
  mergeRules: { placeholder: "none|approval|JSON" },
  organization: { flag: "to" },
  owner: { flag: "owner" },
  partnerKey: createCredentialFileField("partner-key-file"),
  pagePath: { flag: "path", placeholder: "path" },
  parent: { flag: "parent" },
  parentSectionGroupId: { flag: "parent", nullWord: "none" },
  photoURL: { flag: "photo", placeholder: "URL" },
  "position.after": { placeholder: "ref" },
  "position.before": { placeholder: "ref" },
  previewImages: { flag: "preview-image" },
  projectDirectory: { flag: "folder", placeholder: "folder" },
  "providerConfiguration.accessToken": { unflagged: true },
  "providerConfiguration.branch": { placeholder: "branch" },
  "providerConfiguration.customInstanceURL": { flag: "instance" },
  "providerConfiguration.url": { placeholder: "url" },
  proxy: { placeholder: "host/path" },
  ref: { placeholder: "branch" },
  remove: { placeholder: "user" },
  removedReactions: { flag: "remove-reaction", placeholder: "emoji" },
  repoProjectDirectory: { flag: "project-directory", placeholder: "folder" },
  requestedReviewer: { flag: "requested-reviewer" },
  resolved: { flag: "resolve" },
  role: { nullWord: "none", placeholder: "role|none" },
  schedule: { placeholder: "seconds" },
  scopes: { flag: "scope" },
  "setupSettings.apiKey": createCredentialFileField("api-key-file"),
  "setupSettings.apiToken": createCredentialFileField("api-token-file"),
  "setupSettings.clientSecret": createCredentialFileField("client-secret-file"),
  "setupSettings.refreshToken": createCredentialFileField("refresh-token-file"),
  "setupSettings.orgId": { flag: "zoho-org" },
  "setupSettings.token": createCredentialFileField("token-file"),
  shareKey: { placeholder: "key" },
  siteSpace: { flag: "at" },
  siteSpaceIds: { flag: "in-site-space" },
  site_selection: { flag: "site-selection" },
  slug: { placeholder: "slug" },
  "setupSettings.allowedChannels": { flag: "allowed-channel", placeholder: "channel" },
  "setupSettings.allowedRepositories": {
    flag: "allowed-repository",
    placeholder: "owner/repository",
  },
  "setupSettings.allowedTeams": { flag: "allowed-team", placeholder: "team" },
  "source.language": { flag: "source-language", placeholder: "code" },
  "source.space": { flag: "source-space" },
  space_selection: { flag: "space-selection" },
  specSlug: { placeholder: "slug" },
  styleguide: { flag: "styleguide", nullWord: "none" },
  subdomain: { placeholder: "subdomain" },
  "target.changeRequest": { flag: "cr" },
  "target.page": { flag: "parent" },
  targetPage: { flag: "target-page" },
  team: { flag: "team" },
  timestamp: { time: "since" },
  to: { flag: "until", time: "until" },
  version: { flag: "integration-version" },
  updatedAfter: { time: "since" },
  // The end of the range is not part of it.
  updatedBefore: { time: "since" },
  "visitor.jwtToken": { unflagged: true },
  "visitor.type": { flag: "visitor-type" },
  visitorAuthToken: { unflagged: true },
};

const secretFile: FieldWords = { flag: "secret-file", fromFile: true, placeholder: "file" };

/** By operation, in place of the words for every operation. */
export const wordsByOperation: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  addExternalLinkToSite: { parent: { flag: "group" } },
  addMemberToOrganizationTeamById: { role: {} },
  addSectionToSite: {
    pageId: { flag: "page" },
    siteSectionGroupId: { flag: "group" },
    spaceId: { flag: "space", nullWord: "new" },
  },
  addSpaceToSite: { pageId: { flag: "page" }, spaceId: { nullWord: "new" } },
  applyTemplateToSpace: { changeRequestId: { flag: "cr" } },
  createOrganizationInvite: {
    role: { nullWord: "guest", placeholder: "role|guest" },
    space: { flag: "to-space" },
  },
  createSiteStyleguideRun: { spaces: { flag: "space" } },
  createOrganizationWebhook: { secret: secretFile },
  createSiteChannel: { type: { unflagged: true } },
  createSiteMcpServer: { headers: { unflagged: true } },
  createSiteRedirect: { source: { placeholder: "source" } },
  exportToGitRepository: { url: { placeholder: "url" } },
  getChangeRequestPDF: { page: { flag: "page" } },
  getGitHubRepoFileForGitSyncInstallation: {
    installationId: { placeholder: "installation" },
    ref: {},
  },
  getGitLabProjectFileForGitSyncInstallation: {
    installationId: { placeholder: "installation" },
    ref: {},
  },
  getGitSyncInstallationById: { installationId: { placeholder: "installation" } },
  getSitePublishingPreviewById: { claims: {} },
  getSiteRedirectBySource: { source: { placeholder: "source" } },
  getSpacePDF: { page: { flag: "page" } },
  importGitRepository: { url: { placeholder: "url" } },
  installIntegration: { organization: {} },
  inviteUsersToOrganization: { role: { nullWord: "guest", placeholder: "role|guest" } },
  listChangeRequestsForOrganization: { site: { flag: "of-site" }, space: { flag: "of-space" } },
  listGitHubRepoBranchesForGitSyncInstallation: { installationId: { placeholder: "installation" } },
  listGitHubRepositoriesForGitSyncInstallation: { installationId: { placeholder: "installation" } },
  listGitInstallationBranches: { installationId: { placeholder: "installation" } },
  listGitLabProjectBranchesForGitSyncInstallation: {
    installationId: { placeholder: "installation" },
  },
  listGitLabProjectsForGitSyncInstallation: { installationId: { placeholder: "installation" } },
  listMembersInOrganizationById: { role: {} },
  streamAIResponseInSite: { "channel.type": { flag: "channel" } },
  listSiteQuestionAnswers: { "question.type": { flag: "question-type" } },
  listOrganizationAuditEvents: { target: { placeholder: "resource" } },
  listPermissionsAggregateInCollection: { role: {} },
  listPermissionsAggregateInSite: { role: {} },
  listPermissionsAggregateInSpace: { role: {} },
  moveSiteSection: {
    "position.after": { placeholder: "section" },
    "position.before": { placeholder: "section" },
  },
  moveSiteSectionGroup: {
    "position.after": { placeholder: "item" },
    "position.before": { placeholder: "item" },
  },
  askInOrganization: { previousQueries: { flag: "previous-query" } },
  moveSiteSpace: {
    "position.after": { placeholder: "site-space" },
    "position.before": { placeholder: "site-space" },
  },
  planGitSync: { url: { placeholder: "url" } },
  requestReviewersForChangeRequest: { users: { flag: "reviewer" } },
  restoreGitSyncInstallation: { installationId: { placeholder: "installation" } },
  rotateOrganizationWebhookSecret: { overlap: { placeholder: "hours" }, secret: secretFile },
  searchSiteContent: { siteSpaceId: { flag: "from-site-space" } },
  sortSiteStructure: {
    "position.after": { placeholder: "item" },
    "position.before": { placeholder: "item" },
  },
  syncGitInstallation: { installationId: { placeholder: "installation" } },
  uninstallGitSyncInstallation: { installationId: { placeholder: "installation" } },
  updateGitSyncInstallationById: { installationId: { placeholder: "installation" } },
  updateMemberInOrganizationById: { role: { nullWord: "guest", placeholder: "role|guest" } },
  updateOrganizationAgentInstructions: { instructions: { flag: "text" } },
  updateOrganizationInviteById: { role: { nullWord: "guest", placeholder: "role|guest" } },
  updateSiteChannelById: { type: { unflagged: true } },
  updateSiteExternalLinkById: { parent: { flag: "group", nullWord: "none" } },
  updateSiteMcpServerById: { headers: { unflagged: true } },
  updateSiteRedirectById: { source: { placeholder: "source" } },
  updateSiteSectionById: { siteSectionGroupId: { flag: "group", nullWord: "none" } },
  updateSiteSpaceById: { pageId: { flag: "page" }, spaceId: { flag: "space" } },
  publishIntegration: { icon: {}, organization: {} },
  upsertSiteContextRecords: {
    records: { flag: "file", fromFile: true, placeholder: "file" },
  },
  updateSpaceById: { icon: {}, mergeRules: { placeholder: "inherit|none|approval|JSON" } },
};

const fieldsByInput = new WeakMap<Fields, CommandFields>();

/** The fields of an operation with their words. */
export function getCommandFields<F extends Fields>(endpoint: {
  readonly operation: string;
  readonly input: F;
}): F {
  const { operation, input } = endpoint;
  const fields = fieldsByInput.get(input) ?? addWords(operation, input, "");
  fieldsByInput.set(input, fields);
  // The same fields, with more properties.
  return fields as F;
}

function addWords(operation: string, fields: Fields, prefix: string): CommandFields {
  const entries = Object.entries(fields).map(([name, field]) => {
    const path = `${prefix}${name}`;
    const words = findOwn(wordsByOperation, operation)?.[path] ?? findOwn(wordsByField, path);
    return [name, { ...addInnerWords(operation, field, path), ...words }];
  });
  return Object.fromEntries(entries);
}

function addInnerWords(operation: string, field: Field, path: string): CommandField {
  return field.kind === "group"
    ? { ...field, fields: addWords(operation, field.fields, `${path}.`) }
    : field;
}
