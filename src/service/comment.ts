/** The handlers of comments in a space. */
import type * as contract from "../contract/comment.ts";
import {
  createComment,
  getComment,
  listComments,
  removeComment,
  updateComment,
} from "./comments/comment-handlers.ts";
import { listCommenters } from "./comments/commenters.ts";
import type { Handlers } from "./handlers.ts";

export const handlers = {
  list: listComments,
  create: createComment,
  get: getComment,
  update: updateComment,
  remove: removeComment,
  commenters: listCommenters,
} satisfies Handlers<typeof contract>;
