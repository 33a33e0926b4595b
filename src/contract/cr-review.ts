/** Operations on reviews of change requests. */
import { body, format } from "./comment-operations.ts";
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, json, list as listOf, optional, text } from "./fields.ts";

const loadModel = () => import("./cr-review.model.ts").then((m) => m.review);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);
const spaceId = id("space");
const changeRequestId = id("cr");

export const list = endpoint({
  summary: "List the reviews of a change request",
  operation: "getReviewsByChangeRequestId",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews",
  input: {
    spaceId,
    changeRequestId,
    outdated: optional(boolean("Only outdated reviews, or only current ones")),
    format,
    ...paging,
  },
  output: () => import("./cr-review.model.ts").then((m) => m.reviews),
  list: true,
  extension: true,
});

export const create = endpoint({
  summary: "Review a change request",
  operation: "submitChangeRequestReview",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews",
  input: {
    spaceId,
    changeRequestId,
    status: enumeration(["approved", "changes-requested"], "Verdict"),
    comment: optional(body),
  },
  output: loadModel,
  status: 201,
  location: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show a review of a change request",
  operation: "getChangeRequestReviewById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}",
  input: { spaceId, changeRequestId, reviewId: id("review"), format },
  output: loadModel,
  extension: true,
});

export const requestedReviewers = endpoint({
  summary: "List the requested reviewers of a change request",
  operation: "getRequestedReviewersByChangeRequestId",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers",
  input: { spaceId, changeRequestId, ...paging },
  output: () => import("./cr-review.model.ts").then((m) => m.requestedReviewers),
  list: true,
  extension: true,
});

export const request = endpoint({
  summary: "Request reviews of a change request",
  operation: "requestReviewersForChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers",
  input: {
    spaceId,
    changeRequestId,
    users: listOf(id("user"), "Reviewer to add", {
      max: 100,
    }),
    subject: optional(text("Subject of the change request", { max: 100 })),
    description: optional(
      json(loadDocumentModel, "Description of the change request", { markdown: "document" }),
    ),
  },
  output: () => import("./cr-review.model.ts").then((m) => m.requested),
  extension: true,
});

export const unrequest = endpoint({
  summary: "Cancel a review request",
  operation: "removeRequestedReviewerFromChangeRequest",
  route: "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}",
  input: { spaceId, changeRequestId, userId: id("user") },
  extension: true,
});
