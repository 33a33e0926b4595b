/** What is done to comments, whichever kind of place they stand in. */
import type { create, get, list, update } from "../../../contract/comment.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { CommentTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import type { BodyFormat } from "./bodies.ts";
import { commentsOf } from "./lists.ts";
import { openPlace, type Place, type PlaceIds } from "./places.ts";
import { presentComments } from "./show.ts";
import {
  changeComment,
  deleteComment,
  existingComment,
  findComment,
  postComment,
} from "./threads.ts";

/** The input of an operation, in a space or in a change request. */
type In<E> = Input<E> & PlaceIds;

export async function listComments(input: In<typeof list>, call: Call) {
  const { spaceId, changeRequestId, ...asked } = input;
  return commentsOf(call, await openPlace(call, input, "Reading comments"), asked);
}

export async function createComment(input: In<typeof create>, call: Call) {
  const { spaceId, changeRequestId, ...comment } = input;
  const place = await openPlace(call, input, "Commenting");
  return shown(call, place, await postComment(call, place, comment));
}

export async function getComment(input: In<typeof get>, call: Call) {
  const place = await openPlace(call, input, "Reading comments");
  const row = await existingComment(call.db, place, input.commentId);
  return shown(call, place, row, input.format);
}

export async function updateComment(input: In<typeof update>, call: Call) {
  const { spaceId, changeRequestId, commentId, ...changes } = input;
  const place = await openPlace(call, input, "Changing a comment");
  const row = await existingComment(call.db, place, commentId);
  return shown(call, place, await changeComment(call, place, row, changes));
}

/** @returns whether there was one */
export async function removeComment(
  input: PlaceIds & { readonly commentId: string },
  call: Call,
): Promise<boolean> {
  const place = await openPlace(call, input, "Deleting a comment");
  const row = await findComment(call.db, place, input.commentId);
  if (row) await deleteComment(call, place, row);
  return row !== undefined;
}

async function shown(call: Call, place: Place, row: CommentTable, format?: BodyFormat) {
  return (await presentComments(call, place, [row], format))(row);
}
