/** The operations on replies to comments in a change request. */
import { body, format, reactions, resolved } from "./comment-fields.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id, optional } from "./fields.ts";

const model = () => import("./comment.model.ts").then((m) => m.reply);
const spaceId = id("space");
const changeRequestId = id("cr");
const commentId = id("comment");
const commentReplyId = id("reply");

export const list = endpoint({
  does: "List the replies to a comment in a change request",
  operation: "listCommentRepliesInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
  input: { spaceId, changeRequestId, commentId, format, ...paging },
  output: () => import("./comment.model.ts").then((m) => m.replies),
  list: true,
});

export const create = endpoint({
  does: "Reply to a comment in a change request",
  operation: "postCommentReplyInChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
  input: { spaceId, changeRequestId, commentId, body },
  output: model,
});

export const get = endpoint({
  does: "Show a reply in a change request",
  operation: "getCommentReplyInChangeRequest",
  route:
    "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
  input: { spaceId, changeRequestId, commentId, commentReplyId, format },
  output: model,
});

export const update = endpoint({
  does: "Change the text of a reply in a change request, resolve its comment, or react to it",
  operation: "updateCommentReplyInChangeRequest",
  route:
    "PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
  input: {
    spaceId,
    changeRequestId,
    commentId,
    commentReplyId,
    body: optional(body),
    resolved,
    ...reactions,
  },
  output: model,
});

export const remove = endpoint({
  does: "Delete a reply in a change request",
  operation: "deleteCommentReplyInChangeRequest",
  route:
    "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
  input: { spaceId, changeRequestId, commentId, commentReplyId },
});
