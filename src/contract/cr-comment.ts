/** The operations on comments in a change request. */
import { body, cell, format, listing, node, page, reactions, resolved } from "./comment-fields.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id, optional } from "./fields.ts";

const model = () => import("./comment.model.ts").then((m) => m.comment);
const spaceId = id("space");
const changeRequestId = id("cr");
const commentId = id("comment");

export const list = endpoint({
  does: "List the comments in a change request",
  operation: "listCommentsInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments",
  input: { spaceId, changeRequestId, ...listing, ...paging },
  output: () => import("./comment.model.ts").then((m) => m.comments),
  list: true,
});

export const create = endpoint({
  does: "Comment on a change request, or on a page, a block or a table cell of it",
  operation: "postCommentInChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments",
  input: { spaceId, changeRequestId, body, page, node, tableCell: cell },
  output: model,
});

export const get = endpoint({
  does: "Show a comment in a change request",
  operation: "getCommentInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
  input: { spaceId, changeRequestId, commentId, format },
  output: model,
});

export const update = endpoint({
  does: "Change the text of a comment in a change request, resolve it, or react to it",
  operation: "updateCommentInChangeRequest",
  route: "PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
  input: {
    spaceId,
    changeRequestId,
    commentId,
    body: optional(body),
    resolved,
    ...reactions,
  },
  output: model,
});

export const remove = endpoint({
  does: "Delete a comment in a change request with its replies",
  operation: "deleteCommentInChangeRequest",
  route: "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
  input: { spaceId, changeRequestId, commentId },
});

export const commenters = endpoint({
  does: "List the members who commented on a change request",
  operation: "listCommentersInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/commenters",
  input: { spaceId, changeRequestId, ...paging },
  output: () => import("./member.model.ts").then((m) => m.members),
  list: true,
});
