/** The operations on comments in a change request. */
import { inChangeRequest, listComments } from "./comment-operations.ts";

export const { list, create, get, update, remove, commenters } = listComments(inChangeRequest, {
  create: "Comment on a change request, or on a page, a block or a table cell of it",
  update: "Change the text of a comment in a change request, resolve it, or react to it",
});
