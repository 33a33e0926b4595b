/** Operations on replies, in spaces and in change requests. */
import type { create, get, list, update } from "../../../contract/comment-reply.ts";
import { DeferredResponse } from "../../core/deferred-response.ts";
import type { Call } from "../../core/handlers.ts";
import type { ReplyTable } from "../../core/rows/change-request-tables.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import type { BodyFormat } from "./bodies.ts";
import {
  type Discussion,
  type DiscussionIds,
  type DiscussionInput,
  openDiscussion,
} from "./discussion.ts";
import { presentReplies } from "./present.ts";
import { readReplyPage } from "./queries.ts";
import { changeReply, deleteReply, findReply, postReply, requireReply } from "./replies.ts";
import { changeComment, findComment, requireComment } from "./threads.ts";

/** @returns a function that presents the page */
export async function listReplies(input: DiscussionInput<typeof list>, call: Call) {
  const { spaceId, changeRequestId, commentId, ...options } = input;
  const discussion = await openDiscussion(call, input, "listCommentReplies");
  return readReplyPage(
    call,
    discussion,
    await requireComment(call.db, discussion, commentId),
    options,
  );
}

export async function createReply(input: DiscussionInput<typeof create>, call: Call) {
  const discussion = await openDiscussion(call, input, "postCommentReply");
  const comment = await requireComment(call.db, discussion, input.commentId);
  const row = await postReply(call, comment, input.body);
  return present(call, discussion, row, input.format);
}

/** @returns a function that presents the reply */
export async function getReply(input: DiscussionInput<typeof get>, call: Call) {
  const discussion = await openDiscussion(call, input, "getCommentReply");
  const comment = await requireComment(call.db, discussion, input.commentId);
  const row = await requireReply(call.db, comment, input.commentReplyId);
  const present = await presentReplies(call, discussion, [row], input.format);
  return (asker: RequestContextKey) => present(row, asker);
}

/** @param input.resolved resolves or reopens the comment, because a reply has no state of its own */
export async function updateReply(
  input: DiscussionInput<typeof update> & { readonly resolved?: boolean },
  call: Call,
) {
  const { spaceId, changeRequestId, commentId, commentReplyId, resolved, ...changes } = input;
  const discussion = await openDiscussion(call, input, "updateCommentReply");
  const comment = await requireComment(call.db, discussion, commentId);
  const row = await requireReply(call.db, comment, commentReplyId);
  if (resolved !== undefined) await changeComment(call, discussion, comment, { resolved });
  return present(call, discussion, await changeReply(call, discussion, row, changes));
}

/** @returns whether the reply existed */
export async function removeReply(
  input: DiscussionIds & { readonly commentId: string; readonly commentReplyId: string },
  call: Call,
): Promise<boolean> {
  const discussion = await openDiscussion(call, input, "deleteCommentReply");
  const comment = await findComment(call.db, discussion, input.commentId);
  const row = comment && (await findReply(call.db, comment, input.commentReplyId));
  if (row) await deleteReply(call, discussion, row);
  return row !== undefined;
}

async function present(call: Call, discussion: Discussion, row: ReplyTable, format?: BodyFormat) {
  const present = await presentReplies(call, discussion, [row], format);
  return new DeferredResponse({ object: "comment-reply", id: row.id }, (asker) =>
    present(row, asker),
  );
}
