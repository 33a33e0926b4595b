/** Inverse operations for content, change requests and comments; part of inverses.ts. */
import { deletedBy, fieldsBack, type Inverses, noInverse, type PathTemplate } from "./inverse.ts";

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

export const contentInverses: Inverses = {
  applyTemplateToSpace: inRevisions,
  startImportRun: inRevisions,
  cancelImportRun: noInverse("A stopped run cannot be continued. Start a new one."),
  importGitRepository: inRevisions,
  exportToGitRepository: noInverse("It changes a repository, which has its own history."),
  planGitSync: noInverse("A plan changes neither the space nor the repository."),
  deleteLegacyGitInstallation: gone,
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
  submitChangeRequestReview: notified,
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
  ingestConversation: noInverse("The API cannot delete conversations."),
};
