/** The operations on comments in a space: the threads of its live content. */
import { body, cell, format, listing, node, page, reactions, resolved } from "./comment-fields.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id, optional } from "./fields.ts";

const model = () => import("./comment.model.ts").then((m) => m.comment);
const spaceId = id("space");
const commentId = id("comment");

export const list = endpoint({
  does: "List the comments in a space",
  operation: "listCommentsInSpace",
  route: "GET /spaces/{spaceId}/comments",
  input: { spaceId, ...listing, ...paging },
  output: () => import("./comment.model.ts").then((m) => m.comments),
  list: true,
});

export const create = endpoint({
  does: "Comment on a space, a page, a block of a page or a table cell",
  operation: "postCommentInSpace",
  route: "POST /spaces/{spaceId}/comments",
  input: { spaceId, body, page, node, tableCell: cell },
  output: model,
});

export const get = endpoint({
  does: "Show a comment",
  operation: "getCommentInSpace",
  route: "GET /spaces/{spaceId}/comments/{commentId}",
  input: { spaceId, commentId, format },
  output: model,
});

export const update = endpoint({
  does: "Change a comment's text, resolve it, or react to it",
  operation: "updateCommentInSpace",
  route: "PUT /spaces/{spaceId}/comments/{commentId}",
  input: { spaceId, commentId, body: optional(body), resolved, ...reactions },
  output: model,
});

export const remove = endpoint({
  does: "Delete a comment with its replies",
  operation: "deleteCommentInSpace",
  route: "DELETE /spaces/{spaceId}/comments/{commentId}",
  input: { spaceId, commentId },
});

export const commenters = endpoint({
  does: "List the members who commented on a space",
  operation: "listCommentersInSpace",
  route: "GET /spaces/{spaceId}/commenters",
  input: { spaceId, ...paging },
  output: () => import("./member.model.ts").then((m) => m.members),
  list: true,
  extension: true,
});
