/** Operations on comments in a space. */
import { inSpace, listComments } from "./comment-operations.ts";
import { endpoint } from "./endpoint.ts";

const operations = listComments(inSpace, {
  create: "Comment on a space, a page, a block of a page or a table cell",
  update: "Change the text, status or reactions of a comment",
});

export const { list, create, get, update, remove } = operations;

export const commenters = endpoint({ ...operations.commenters, extension: true });
