/** `tome comment reply`. */
import * as contract from "../contract/comment-reply.ts";
import * as inChangeRequest from "../contract/cr-comment-reply.ts";
import { firstWords, replyColumns, unresolve, withResolved } from "./comment-words.ts";
import { act, noun, show } from "./verb.ts";

export const commands = noun({
  does: "Manage replies to comments",
  own: "reply",
  verbs: {
    list: show([inChangeRequest.list, contract.list], {
      does: contract.list.does,
      arguments: ["commentId"],
      columns: replyColumns,
      none: "No replies.",
      examples: [
        "comment reply list C1 --space Handbook",
        "comment reply list C1 --space Handbook --cr 3",
      ],
    }),
    create: act([inChangeRequest.create, contract.create], {
      does: contract.create.does,
      arguments: ["commentId"],
      done: "Replied to the comment {commentId} ({id}).",
      columns: replyColumns,
      examples: ['comment reply create latest --space Handbook --body "It is, since 4.1."'],
    }),
    get: show([inChangeRequest.get, contract.get], {
      does: contract.get.does,
      arguments: ["commentId", "commentReplyId"],
      columns: replyColumns,
    }),
    update: act([inChangeRequest.update, contract.update], {
      does: contract.update.does,
      arguments: ["commentId", "commentReplyId"],
      extra: unresolve,
      shape: withResolved,
      done: "Changed the reply {commentReplyId}.",
      columns: replyColumns,
      examples: [
        'comment reply update C1 R1 --space Handbook --body "It is, since 4.2."',
        "comment reply update C1 R1 --space Handbook --add-reaction 👍",
      ],
    }),
    delete: act([inChangeRequest.remove, contract.remove], {
      does: contract.remove.does,
      arguments: ["commentId", "commentReplyId"],
      done: "Deleted the reply {commentReplyId}.",
      absent: "Reply {commentReplyId} not found. No changes were made.",
      confirm: {
        question: "Delete the reply {commentReply}?",
        names: [
          { of: "commentReplyId", by: [inChangeRequest.get, contract.get], says: firstWords },
        ],
      },
    }),
  },
});
