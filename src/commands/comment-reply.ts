/** `tome comment reply`. */
import * as contract from "../contract/comment-reply.ts";
import * as inChangeRequest from "../contract/cr-comment-reply.ts";
import { getFirstWords, replyColumns, unresolve, withResolved } from "./comment-words.ts";
import { mutation, noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Manage replies to comments",
  own: "reply",
  verbs: {
    list: query([inChangeRequest.list, contract.list], {
      summary: contract.list.summary,
      arguments: ["commentId"],
      columns: replyColumns,
      emptyText: "No replies.",
      examples: [
        "comment reply list C1 --space Handbook",
        "comment reply list C1 --space Handbook --cr 3",
      ],
    }),
    create: mutation([inChangeRequest.create, contract.create], {
      summary: contract.create.summary,
      arguments: ["commentId"],
      doneText: "Replied to the comment {commentId} ({id}).",
      columns: replyColumns,
      examples: ['comment reply create latest --space Handbook --body "It is, since 4.1."'],
    }),
    get: query([inChangeRequest.get, contract.get], {
      summary: contract.get.summary,
      arguments: ["commentId", "commentReplyId"],
      columns: replyColumns,
    }),
    update: mutation([inChangeRequest.update, contract.update], {
      summary: contract.update.summary,
      arguments: ["commentId", "commentReplyId"],
      extra: unresolve,
      toRequest: withResolved,
      doneText: "Changed the reply {commentReplyId}.",
      columns: replyColumns,
      examples: [
        'comment reply update C1 R1 --space Handbook --body "It is, since 4.2."',
        "comment reply update C1 R1 --space Handbook --add-reaction 👍",
      ],
    }),
    delete: mutation([inChangeRequest.remove, contract.remove], {
      summary: contract.remove.summary,
      arguments: ["commentId", "commentReplyId"],
      doneText: "Deleted the reply {commentReplyId}.",
      absentText: "Reply {commentReplyId} not found. No changes were made.",
      confirm: {
        question: "Delete the reply {commentReply}?",
        names: [
          {
            field: "commentReplyId",
            endpoints: [inChangeRequest.get, contract.get],
            describe: getFirstWords,
          },
        ],
      },
    }),
  },
});
