/** The handlers of comments in a space. */
import type * as contract from "../../../contract/comment.ts";
import type { Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import {
  createComment,
  getComment,
  listComments,
  removeComment,
  updateComment,
} from "./comment-handlers.ts";
import { listCommenters } from "./commenters.ts";

export const handlers = {
  list: atOneMoment(listComments),
  create: createComment,
  get: atOneMoment(getComment),
  update: updateComment,
  remove: removeComment,
  commenters: atOneMoment(listCommenters),
} satisfies Handlers<typeof contract>;
