/** Operations on comments in a change request. */
import { inChangeRequest, listComments } from "./comment-operations.ts";

export const { list, create, get, update, remove, commenters } = listComments(inChangeRequest, {
  create: "Comment on a change request, or on a page, block or table cell of it",
  update: "Change the text, status or reactions of a comment in a change request",
});
