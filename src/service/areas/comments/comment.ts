/** Handlers of comments in a space. */
import type * as contract from "../../../contract/comment.ts";
import { type Handlers, readThenPresent, withSnapshot } from "../../core/handlers.ts";
import {
  createComment,
  getComment,
  listCommenters,
  listComments,
  removeComment,
  updateComment,
} from "./comment-handlers.ts";

export const handlers = {
  list: readThenPresent(listComments),
  create: createComment,
  get: readThenPresent(getComment),
  update: updateComment,
  remove: removeComment,
  commenters: withSnapshot(listCommenters),
} satisfies Handlers<typeof contract>;
