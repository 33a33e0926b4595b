/** The handlers of replies to comments in a change request. */
import type * as contract from "../../../contract/cr-comment-reply.ts";
import type { Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { createReply, getReply, listReplies, removeReply, updateReply } from "./reply-handlers.ts";

export const handlers = {
  list: atOneMoment(listReplies),
  create: createReply,
  get: atOneMoment(getReply),
  update: updateReply,
  remove: removeReply,
} satisfies Handlers<typeof contract>;
