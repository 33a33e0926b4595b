/** Handlers of replies to comments in a space. */
import type * as contract from "../../../contract/comment-reply.ts";
import { type Handlers, readThenPresent } from "../../core/handlers.ts";
import { createReply, getReply, listReplies, removeReply, updateReply } from "./reply-handlers.ts";

export const handlers = {
  list: readThenPresent(listReplies),
  create: createReply,
  get: readThenPresent(getReply),
  update: updateReply,
  remove: removeReply,
} satisfies Handlers<typeof contract>;
