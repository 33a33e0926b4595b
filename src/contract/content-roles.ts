/**
 * Required roles of operations on spaces, revisions and change requests; part of required-roles.ts.
 */
import { needs, type Requirement, sees } from "./requirement.ts";

/** Requires membership. Lists contain only visible resources, so that of a guest may be empty. */
export const inside = sees("guest", "organization");
export const readsSpace = sees("read", "space itself");
const author = { principal: "author", minimum: "comment" } as const;

const needsEditor = (deed: string) => needs("edit", "space", deed);
const needsCommenter = (deed: string) => needs("comment", "space", deed);
const readsComments = needsCommenter("Reading comments");
const readsReplies = needsCommenter("Reading replies");
const itsText = { body: needs("nobody", "space", "Editing another user's text", author) };
const changesComment = { ...needsCommenter("Changing a comment"), fields: itsText };
const changesReply = { ...needsCommenter("Changing a reply"), fields: itsText };
const deletesComment = needs("admin", "space", "Deleting a comment", author);
const deletesReply = needs("admin", "space", "Deleting a reply", author);

const connects = needs("admin", "space", "Managing a Git connection");

export const contentRoles = {
  // Content
  getCurrentRevision: readsSpace,
  getRevisionById: readsSpace,
  getRevisionSemanticChanges: readsSpace,
  listPagesInRevisionById: readsSpace,
  getPageInRevisionById: readsSpace,
  getPageInRevisionByPath: readsSpace,
  getPageDocumentInRevisionById: readsSpace,
  listRevisionPageMetaLinks: readsSpace,
  listFilesInRevisionById: readsSpace,
  getFileInRevisionById: readsSpace,
  getReusableContentInRevisionById: readsSpace,
  getReusableContentDocumentInRevisionById: readsSpace,
  getReusableContentById: readsSpace,
  getDocumentById: readsSpace,
  listSpacePageMetaLinks: readsSpace,
  listPages: readsSpace,
  getPageById: readsSpace,
  getPageByPath: readsSpace,
  listPageLinksInSpace: readsSpace,
  listSpacePageBacklinks: readsSpace,
  listFiles: readsSpace,
  getFileById: readsSpace,
  listSpaceFileBacklinks: readsSpace,
  applyTemplateToSpace: needsEditor("Applying a template"),
  getImportRun: readsSpace,
  startImportRun: needsEditor("Importing content"),
  cancelImportRun: needsEditor("Stopping an import"),
  // Git synchronization
  getSpaceGitInfo: readsSpace,
  importGitRepository: needs("create", "space", "Synchronizing with Git"),
  exportToGitRepository: needs("create", "space", "Synchronizing with Git"),
  planGitSync: needs("create", "space", "Synchronizing with Git"),
  getGitSyncPlan: needs("create", "space", "Synchronizing with Git"),
  installGitSyncProviderOnTarget: connects,
  getGitSyncInstallationById: needs("create", "space", "Reading a Git connection"),
  updateGitSyncInstallationById: connects,
  uninstallGitSyncInstallation: connects,
  restoreGitSyncInstallation: connects,
  syncGitInstallation: needs("create", "space", "Synchronizing with Git"),
  listGitInstallationBranches: connects,
  listGitHubRepositoriesForGitSyncInstallation: connects,
  listGitHubRepoBranchesForGitSyncInstallation: connects,
  getGitHubRepoFileForGitSyncInstallation: connects,
  listGitLabProjectsForGitSyncInstallation: connects,
  listGitLabProjectBranchesForGitSyncInstallation: connects,
  getGitLabProjectFileForGitSyncInstallation: connects,
  deleteLegacyGitInstallation: needs("admin", "space", "Removing a Git connection"),
  // Comments
  listCommentersInSpace: needsCommenter("Listing who commented"),
  listCommentsInSpace: readsComments,
  getCommentInSpace: readsComments,
  postCommentInSpace: needsCommenter("Commenting"),
  updateCommentInSpace: changesComment,
  deleteCommentInSpace: deletesComment,
  listCommentRepliesInSpace: readsReplies,
  getCommentReplyInSpace: readsReplies,
  postCommentReplyInSpace: needsCommenter("Replying"),
  updateCommentReplyInSpace: changesReply,
  deleteCommentReplyInSpace: deletesReply,
  listCommentersInChangeRequest: needsCommenter("Listing who commented"),
  listCommentsInChangeRequest: readsComments,
  getCommentInChangeRequest: readsComments,
  postCommentInChangeRequest: needsCommenter("Commenting"),
  updateCommentInChangeRequest: changesComment,
  deleteCommentInChangeRequest: deletesComment,
  listCommentRepliesInChangeRequest: readsReplies,
  getCommentReplyInChangeRequest: readsReplies,
  postCommentReplyInChangeRequest: needsCommenter("Replying"),
  updateCommentReplyInChangeRequest: changesReply,
  deleteCommentReplyInChangeRequest: deletesReply,
  // Change requests
  listChangeRequestsForOrganization: inside,
  listChangeRequestsForSpace: readsSpace,
  getChangeRequestById: readsSpace,
  getChangeRequestChanges: readsSpace,
  getChangeRequestPDF: readsSpace,
  getSpacePDF: readsSpace,
  getRevisionOfChangeRequestById: readsSpace,
  listPagesInChangeRequest: readsSpace,
  getPageInChangeRequestById: readsSpace,
  getPageInChangeRequestByPath: readsSpace,
  listChangeRequestPageMetaLinks: readsSpace,
  listChangeRequestLinks: readsSpace,
  listPageLinksInChangeRequest: readsSpace,
  listChangeRequestPageBacklinks: readsSpace,
  listChangeRequestFileBacklinks: readsSpace,
  listFilesInChangeRequestById: readsSpace,
  getFileInChangeRequestById: readsSpace,
  getReusableContentInChangeRequestById: readsSpace,
  getContributorsByChangeRequestId: readsSpace,
  // A reader could otherwise choose the properties with which the script uses its permissions.
  getComputedRevision: needsEditor("Computing content"),
  getComputedDocument: needsEditor("Computing content"),
  createChangeRequest: needsEditor("Creating a change request"),
  updateChangeRequestById: needsEditor("Changing a change request"),
  updateChangeRequestContent: needsEditor("Editing a change request"),
  updateChangeRequest: needsEditor("Pulling into a change request"),
  resolveChangeRequestConflicts: needsEditor("Resolving the conflicts of a change request"),
  mergeChangeRequest: needs("review", "space", "Merging a change request"),
  scheduleChangeRequestMerge: needs("review", "space", "Scheduling a merge"),
  cancelScheduledChangeRequestMerge: needs("review", "space", "Canceling a scheduled merge"),
  listChangeRequestConversations: readsSpace,
  updateChangeRequestConversation: needsEditor("Renaming an agent conversation"),
  deleteChangeRequestConversation: needsEditor("Deleting an agent conversation"),
  getReviewsByChangeRequestId: readsSpace,
  getChangeRequestReviewById: readsSpace,
  submitChangeRequestReview: needs("review", "space", "Reviewing a change request"),
  getRequestedReviewersByChangeRequestId: readsSpace,
  requestReviewersForChangeRequest: needsEditor("Asking for a review"),
  removeRequestedReviewerFromChangeRequest: needsEditor("Canceling a review request"),
} as const satisfies Readonly<Record<string, Requirement>>;
