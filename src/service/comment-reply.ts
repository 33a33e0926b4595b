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
import { atOneMoment } from "./one-moment.ts";

export const handlers = {
  list: atOneMoment(listReplies),
  create: createReply,
  get: atOneMoment(getReply),
  update: updateReply,
  remove: removeReply,
} satisfies Handlers<typeof contract>;
