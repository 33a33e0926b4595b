/** How operations on content, change requests and comments are taken back; a part of inverses.ts. */
import { type Address, deletedBy, fieldsBack, type Inverses, noInverse } from "./inverse.ts";

const org = "/orgs/{organizationId}";
const gone = noInverse("What is deleted is gone: the API has no operation that brings it back.");
const inRevisions = noInverse(
  "Content has revisions of its own: tome revision list shows them, and tome cr edit --revert-to takes a page back to one.",
);
const told = noInverse("People have been notified of it.");

/**
 * Comments and replies.
 * @param where the end of their operations' names
 */
function commentsIn(content: Address, where: "Space" | "ChangeRequest"): Inverses {
  const comments: Address = `${content}/comments`;
  const replies: Address = `${comments}/{commentId}/replies`;
  const untold = {
    addedReactions: "a reaction is taken back by the field for those that are removed",
    removedReactions: "a reaction is given back by the field for those that are added",
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
          resolved: "it says so of the comment, and tome comment update takes it back",
        }),
      },
    }),
    [`deleteCommentReplyIn${where}`]: gone,
  };
}

export const contentInverses: Inverses = {
  applyTemplateToSpace: inRevisions,
  startImportRun: inRevisions,
  cancelImportRun: noInverse("What was stopped is not continued; it can be started anew."),
  importGitRepository: inRevisions,
  exportToGitRepository: noInverse("It changes a repository, which has a history of its own."),
  planGitSync: noInverse("A plan changes neither the space nor the repository."),
  deleteLegacyGitInstallation: gone,
  ...commentsIn("/spaces/{spaceId}", "Space"),
  ...commentsIn("/spaces/{spaceId}/change-requests/{changeRequestId}", "ChangeRequest"),
  createChangeRequest: noInverse(
    "The API has no operation that deletes a change request; to archive it: tome cr update, with --status archived.",
  ),
  updateChangeRequestById: fieldsBack("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    untold: { links: "an answer does not list the links" },
  }),
  updateChangeRequestContent: inRevisions,
  updateChangeRequest: inRevisions,
  mergeChangeRequest: inRevisions,
  submitChangeRequestReview: told,
  requestReviewersForChangeRequest: told,
  removeRequestedReviewerFromChangeRequest: told,
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
    "A specification keeps its versions: an earlier one can be put again with tome openapi put.",
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
  ingestConversation: noInverse("The API has no operation that takes a conversation back."),
};
