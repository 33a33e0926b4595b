/** The operations on replies to comments in a space. */
import { body, format, reactions } from "./comment-fields.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id, optional } from "./fields.ts";

const model = () => import("./comment.model.ts").then((m) => m.reply);
const spaceId = id("space");
const commentId = id("comment");
const commentReplyId = id("reply");

export const list = endpoint({
  does: "List the replies to a comment",
  operation: "listCommentRepliesInSpace",
  route: "GET /spaces/{spaceId}/comments/{commentId}/replies",
  input: { spaceId, commentId, format, ...paging },
  output: () => import("./comment.model.ts").then((m) => m.replies),
  list: true,
  extension: true,
});

export const create = endpoint({
  does: "Reply to a comment",
  operation: "postCommentReplyInSpace",
  route: "POST /spaces/{spaceId}/comments/{commentId}/replies",
  input: { spaceId, commentId, body },
  output: model,
});

export const get = endpoint({
  does: "Show a reply",
  operation: "getCommentReplyInSpace",
  route: "GET /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  input: { spaceId, commentId, commentReplyId, format },
  output: model,
});

export const update = endpoint({
  does: "Change a reply's text, or react to it",
  operation: "updateCommentReplyInSpace",
  route: "PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  input: {
    spaceId,
    commentId,
    commentReplyId,
    body: optional(body),
    ...reactions,
  },
  output: model,
});

export const remove = endpoint({
  does: "Delete a reply",
  operation: "deleteCommentReplyInSpace",
  route: "DELETE /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  input: { spaceId, commentId, commentReplyId },
  extension: true,
});
