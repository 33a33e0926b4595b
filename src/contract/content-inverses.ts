/** Inverse operations for content, change requests and comments; part of inverses.ts. */
import {
  deletedBy,
  fieldsBack,
  type Inverses,
  noInverse,
  opposite,
  type PathTemplate,
} from "./inverse.ts";

const org = "/orgs/{organizationId}";
const gone = noInverse("A deletion is final: the API has no operation that restores the resource.");
const inRevisions = noInverse(
  "Content has its own revisions: list them with tome revision list, and revert a page with tome cr edit --revert-to.",
);
const notified = noInverse("Notifications have been sent.");

/**
 * Comments and replies.
 * @param where suffix of their operation names
 */
function commentsIn(content: PathTemplate, where: "Space" | "ChangeRequest"): Inverses {
  const comments: PathTemplate = `${content}/comments`;
  const replies: PathTemplate = `${comments}/{commentId}/replies`;
  const untold = {
    addedReactions: "undone by the field that adds reactions",
    removedReactions: "undone by the field that removes reactions",
  };
  return {
    [`postCommentIn${where}`]: deletedBy(`deleteCommentIn${where}`, comments, "commentId"),
    [`updateCommentIn${where}`]: fieldsBack(`${comments}/{commentId}`, {
      members: { resolved: "status=resolved" },
      untold,
    }),
    [`deleteCommentIn${where}`]: gone,
    [`postCommentReplyIn${where}`]: {
      ...deletedBy(`deleteCommentReplyIn${where}`, replies, "commentReplyId"),
      again: true,
    },
    [`updateCommentReplyIn${where}`]: fieldsBack(`${replies}/{commentReplyId}`, {
      untold: {
        ...untold,
        ...(where === "ChangeRequest" && {
          resolved: "undone by updating the comment with tome comment update",
        }),
      },
    }),
    [`deleteCommentReplyIn${where}`]: gone,
  };
}

/** Members of a Git installation that its configuration and its syncs change. */
const gitMoving = [
  "status",
  "providerConfiguration",
  "projectDirectory",
  "commitMessageTemplate",
  "priority",
  "repositoryConnection",
  "repositoryRef",
  "webhook",
  "updatedAt",
];

export const contentInverses: Inverses = {
  applyTemplateToSpace: inRevisions,
  startImportRun: inRevisions,
  cancelImportRun: noInverse("A stopped run cannot be continued. Start a new one."),
  importGitRepository: inRevisions,
  exportToGitRepository: noInverse("It changes a repository, which has its own history."),
  planGitSync: noInverse("A plan changes neither the space nor the repository."),
  deleteLegacyGitInstallation: gone,
  installGitSyncProviderOnTarget: {
    how: "delete",
    by: "uninstallGitSyncInstallation",
    named: { field: "installationId", member: "id" },
    look: "/git/installations/{installationId}",
    // The configuration and the syncs change them.
    moving: gitMoving,
  },
  updateGitSyncInstallationById: fieldsBack("/git/installations/{installationId}", {
    untold: {
      previewExternalBranches: "the local platform ignores it",
      agentInstructions: "the local platform ignores it",
      childInstallationProjectDirectories: "the response does not include the folders",
    },
  }),
  uninstallGitSyncInstallation: opposite(
    "restoreGitSyncInstallation",
    "/git/installations/{installationId}",
    "absent",
  ),
  restoreGitSyncInstallation: opposite(
    "uninstallGitSyncInstallation",
    "/git/installations/{installationId}",
    "present",
  ),
  syncGitInstallation: inRevisions,
  ...commentsIn("/spaces/{spaceId}", "Space"),
  ...commentsIn("/spaces/{spaceId}/change-requests/{changeRequestId}", "ChangeRequest"),
  createChangeRequest: noInverse(
    "The API cannot delete change requests. To archive one, run tome cr update with --status archived.",
  ),
  updateChangeRequestById: fieldsBack("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    untold: { links: "the response does not include the links" },
  }),
  updateChangeRequestContent: inRevisions,
  updateChangeRequest: inRevisions,
  resolveChangeRequestConflicts: inRevisions,
  mergeChangeRequest: inRevisions,
  scheduleChangeRequestMerge: noInverse("To cancel the merge, run tome cr merge with --no-at."),
  cancelScheduledChangeRequestMerge: noInverse(
    "To schedule the merge again, run tome cr merge with --at.",
  ),
  submitChangeRequestReview: notified,
  updateChangeRequestConversation: noInverse(
    "A conversation cannot be read alone. To rename it again, run tome cr conversation update.",
  ),
  deleteChangeRequestConversation: noInverse("The messages are deleted."),
  requestReviewersForChangeRequest: notified,
  removeRequestedReviewerFromChangeRequest: notified,
  // API specifications
  createOpenAPISpec: {
    ...deletedBy("deleteOpenAPISpecBySlug", `${org}/openapi`, "specSlug"),
    named: { field: "specSlug", member: "slug" },
    holds: [{ list: `${org}/openapi/{specSlug}/versions`, given: 1 }],
    moving: [
      "processingState",
      "lastProcessErrorCode",
      "lastProcessedErrorCount",
      "lastProcessedErrors",
    ],
  },
  createOrUpdateOpenAPISpecBySlug: noInverse(
    "Versions are kept. To restore one, store it again with tome openapi put.",
  ),
  updateOpenAPISpecBySlug: fieldsBack(`${org}/openapi/{specSlug}`),
  deleteOpenAPISpecBySlug: gone,
  // Translations, and conversations with readers
  createTranslation: {
    ...deletedBy("deleteTranslation", `${org}/translations`, "translationId"),
    moving: ["status", "stats", "result"],
  },
  updateTranslation: fieldsBack(`${org}/translations/{translationId}`),
  deleteTranslation: gone,
  runTranslation: inRevisions,
  updateGlossaryEntries: noInverse(
    "Earlier terms are not kept. To set them again, run tome translation glossary update.",
  ),
  ingestConversation: noInverse("The API cannot delete conversations."),
};
