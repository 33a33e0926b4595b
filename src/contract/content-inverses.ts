/** Inverse operations for content, change requests and comments; part of inverses.ts. */
import {
  callOpposite,
  declareNoInverse,
  deleteCreated,
  type Inverses,
  type PathTemplate,
  restoreFields,
} from "./inverse.ts";

const org = "/orgs/{organizationId}";
const gone = declareNoInverse(
  "A deletion is final: the API has no operation that restores the resource.",
);
const inRevisions = declareNoInverse(
  "Content has its own revisions: list them with tome revision list, and revert a page with tome cr edit --revert-to.",
);
const notified = declareNoInverse("Notifications have been sent.");

/**
 * Comments and replies.
 * @param where suffix of their operation names
 */
function declareCommentInverses(content: PathTemplate, where: "Space" | "ChangeRequest"): Inverses {
  const comments: PathTemplate = `${content}/comments`;
  const replies: PathTemplate = `${comments}/{commentId}/replies`;
  const untold = {
    addedReactions: "undone by the field that adds reactions",
    removedReactions: "undone by the field that removes reactions",
  };
  return {
    [`postCommentIn${where}`]: deleteCreated(`deleteCommentIn${where}`, comments, "commentId"),
    [`updateCommentIn${where}`]: restoreFields(`${comments}/{commentId}`, {
      members: { resolved: "status=resolved" },
      untold,
    }),
    [`deleteCommentIn${where}`]: gone,
    [`postCommentReplyIn${where}`]: {
      ...deleteCreated(`deleteCommentReplyIn${where}`, replies, "commentReplyId"),
      again: true,
    },
    [`updateCommentReplyIn${where}`]: restoreFields(`${replies}/{commentReplyId}`, {
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
];

export const contentInverses: Inverses = {
  applyTemplateToSpace: inRevisions,
  startImportRun: inRevisions,
  cancelImportRun: declareNoInverse("A stopped run cannot be continued. Start a new one."),
  importGitRepository: inRevisions,
  exportToGitRepository: declareNoInverse("It changes a repository, which has its own history."),
  planGitSync: declareNoInverse("A plan changes neither the space nor the repository."),
  deleteLegacyGitInstallation: gone,
  installGitSyncProviderOnTarget: {
    how: "delete",
    by: "uninstallGitSyncInstallation",
    named: { field: "installationId", member: "id" },
    look: "/git/installations/{installationId}",
    // The configuration and the syncs change them.
    moving: gitMoving,
  },
  updateGitSyncInstallationById: restoreFields("/git/installations/{installationId}", {
    untold: {
      previewExternalBranches: "the local platform ignores it",
      agentInstructions: "the local platform ignores it",
      childInstallationProjectDirectories: "the response does not include the folders",
    },
  }),
  uninstallGitSyncInstallation: callOpposite(
    "restoreGitSyncInstallation",
    "/git/installations/{installationId}",
    "absent",
  ),
  restoreGitSyncInstallation: callOpposite(
    "uninstallGitSyncInstallation",
    "/git/installations/{installationId}",
    "present",
  ),
  syncGitInstallation: inRevisions,
  ...declareCommentInverses("/spaces/{spaceId}", "Space"),
  ...declareCommentInverses("/spaces/{spaceId}/change-requests/{changeRequestId}", "ChangeRequest"),
  createChangeRequest: declareNoInverse(
    "The API cannot delete change requests. To archive one, run tome cr update with --status archived.",
  ),
  updateChangeRequestById: restoreFields("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    untold: { links: "the response does not include the links" },
  }),
  updateChangeRequestContent: inRevisions,
  updateChangeRequest: inRevisions,
  resolveChangeRequestConflicts: inRevisions,
  mergeChangeRequest: inRevisions,
  scheduleChangeRequestMerge: declareNoInverse(
    "To cancel the merge, run tome cr merge with --no-at.",
  ),
  cancelScheduledChangeRequestMerge: declareNoInverse(
    "To schedule the merge again, run tome cr merge with --at.",
  ),
  submitChangeRequestReview: notified,
  updateChangeRequestConversation: declareNoInverse(
    "A conversation cannot be read alone. To rename it again, run tome cr conversation update.",
  ),
  deleteChangeRequestConversation: declareNoInverse("The messages are deleted."),
  requestReviewersForChangeRequest: notified,
  removeRequestedReviewerFromChangeRequest: notified,
  // API specifications
  createOpenAPISpec: {
    ...deleteCreated("deleteOpenAPISpecBySlug", `${org}/openapi`, "specSlug"),
    named: { field: "specSlug", member: "slug" },
    holds: [{ list: `${org}/openapi/{specSlug}/versions`, given: 1 }],
    moving: [
      "processingState",
      "lastProcessErrorCode",
      "lastProcessedErrorCount",
      "lastProcessedErrors",
    ],
  },
  createOrUpdateOpenAPISpecBySlug: declareNoInverse(
    "Versions are kept. To restore one, store it again with tome openapi put.",
  ),
  updateOpenAPISpecBySlug: restoreFields(`${org}/openapi/{specSlug}`),
  deleteOpenAPISpecBySlug: gone,
  // Translations, and conversations with readers
  createTranslation: {
    ...deleteCreated("deleteTranslation", `${org}/translations`, "translationId"),
    moving: ["status", "stats", "result"],
  },
  updateTranslation: restoreFields(`${org}/translations/{translationId}`),
  deleteTranslation: gone,
  runTranslation: inRevisions,
  updateGlossaryEntries: declareNoInverse(
    "Earlier terms are not kept. To set them again, run tome translation glossary update.",
  ),
  ingestConversation: declareNoInverse("The API cannot delete conversations."),
};
