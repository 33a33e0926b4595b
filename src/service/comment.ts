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
import { atOneMoment } from "./one-moment.ts";

export const handlers = {
  list: atOneMoment(listComments),
  create: createComment,
  get: atOneMoment(getComment),
  update: updateComment,
  remove: removeComment,
  commenters: atOneMoment(listCommenters),
} satisfies Handlers<typeof contract>;
