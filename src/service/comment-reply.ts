/** The handlers of replies to comments in a space. */
import type * as contract from "../contract/comment-reply.ts";
import {
  createReply,
  getReply,
  listReplies,
  removeReply,
  updateReply,
} from "./comments/reply-handlers.ts";
import type { Handlers } from "./handlers.ts";

export const handlers = {
  list: listReplies,
  create: createReply,
  get: getReply,
  update: updateReply,
  remove: removeReply,
} satisfies Handlers<typeof contract>;
