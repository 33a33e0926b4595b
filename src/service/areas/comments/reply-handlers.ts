/** What is done to replies, whichever kind of place their comment stands in. */
import type { create, get, list, update } from "../../../contract/comment-reply.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { ReplyTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import type { BodyFormat } from "./bodies.ts";
import { repliesTo } from "./lists.ts";
import { openPlace, type Place, type PlaceIds } from "./places.ts";
import { changeReply, deleteReply, existingReply, findReply, postReply } from "./replies.ts";
import { presentReplies } from "./show.ts";
import { changeComment, existingComment, findComment } from "./threads.ts";

/** The input of an operation, in a space or in a change request. */
type In<E> = Input<E> & PlaceIds;

export async function listReplies(input: In<typeof list>, call: Call) {
  const { spaceId, changeRequestId, commentId, ...asked } = input;
  const place = await openPlace(call, input, "Reading replies");
  return repliesTo(call, place, await existingComment(call.db, place, commentId), asked);
}

export async function createReply(input: In<typeof create>, call: Call) {
  const place = await openPlace(call, input, "Replying");
  const comment = await existingComment(call.db, place, input.commentId);
  return shown(call, place, await postReply(call, comment, input.body));
}

export async function getReply(input: In<typeof get>, call: Call) {
  const place = await openPlace(call, input, "Reading replies");
  const comment = await existingComment(call.db, place, input.commentId);
  return shown(
    call,
    place,
    await existingReply(call.db, comment, input.commentReplyId),
    input.format,
  );
}

/** @param input.resolved settles the comment that the reply is to, as a reply has no state */
export async function updateReply(
  input: In<typeof update> & { readonly resolved?: boolean },
  call: Call,
) {
  const { spaceId, changeRequestId, commentId, commentReplyId, resolved, ...changes } = input;
  const place = await openPlace(call, input, "Changing a reply");
  const comment = await existingComment(call.db, place, commentId);
  const row = await existingReply(call.db, comment, commentReplyId);
  if (resolved !== undefined) await changeComment(call, place, comment, { resolved });
  return shown(call, place, await changeReply(call, place, row, changes));
}

/** @returns whether there was one */
export async function removeReply(
  input: PlaceIds & { readonly commentId: string; readonly commentReplyId: string },
  call: Call,
): Promise<boolean> {
  const place = await openPlace(call, input, "Deleting a reply");
  const comment = await findComment(call.db, place, input.commentId);
  const row = comment && (await findReply(call.db, comment, input.commentReplyId));
  if (row) await deleteReply(call, place, row);
  return row !== undefined;
}

async function shown(call: Call, place: Place, row: ReplyTable, format?: BodyFormat) {
  return (await presentReplies(call, place, [row], format))(row);
}
