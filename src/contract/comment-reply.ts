/** Operations on replies to comments in a space. */
import { getReplies, inSpace } from "./comment-operations.ts";
import { endpoint } from "./endpoint.ts";

const operations = getReplies(inSpace, {
  summary: "Change the text or reactions of a reply",
  fields: {},
});

export const { create, get, update } = operations;

export const list = endpoint({ ...operations.list, extension: true });

export const remove = endpoint({ ...operations.remove, extension: true });
