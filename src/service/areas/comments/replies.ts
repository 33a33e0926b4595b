/** The replies to one comment: posting, finding, changing and deleting them. */
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import type { Acting } from "../../core/caller.ts";
import type { CommentTable, ReplyTable } from "../../core/change-request-tables.ts";
import type { Queries } from "../../database/tables.ts";
import { changedBody, keptBody } from "./bodies.ts";
import { demandDelete, demandEdit } from "./permissions.ts";
import type { Place } from "./places.ts";
import { changeReactions, forgetReactions, type ReactionChanges } from "./reactions.ts";

/** Posts a reply; everything that follows from a new reply begins here. */
export async function postReply(
  call: Acting,
  comment: CommentTable,
  body: Body,
): Promise<ReplyTable> {
  const row: ReplyTable = {
    id: call.newId(),
    comment_id: comment.id,
    body: keptBody(body),
    posted_by: call.caller,
    posted_at: call.now.toISOString(),
    edited_at: null,
  };
  await call.db.insertInto("comment_replies").values(row).execute();
  return row;
}

export async function findReply(
  db: Queries,
  comment: CommentTable,
  replyId: string,
): Promise<ReplyTable | undefined> {
  return db
    .selectFrom("comment_replies")
    .selectAll()
    .where("id", "=", replyId)
    .where("comment_id", "=", comment.id)
    .executeTakeFirst();
}

/** @throws Problem 404 where the comment has no such reply */
export async function existingReply(
  db: Queries,
  comment: CommentTable,
  replyId: string,
): Promise<ReplyTable> {
  const row = await findReply(db, comment, replyId);
  if (row) return row;
  throw new Problem(404, `Comment ${comment.id} has no reply ${replyId}; check the id.`, {
    field: "commentReplyId",
  });
}

/**
 * Changes a reply; everything that follows from a changed reply begins here.
 * @throws Problem 403 where the text is another's, 400 for a faulty text or reaction
 */
export async function changeReply(
  call: Acting,
  place: Place,
  row: ReplyTable,
  { body, ...reactions }: ReactionChanges & { readonly body?: Body },
): Promise<ReplyTable> {
  if (body !== undefined) demandEdit(place.role, row.posted_by === call.caller, "reply");
  await changeReactions(call, row.id, reactions);
  const columns = changedBody(body, call);
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("comment_replies").set(columns).where("id", "=", row.id).execute();
  }
  return { ...row, ...columns };
}

/**
 * Deletes a reply; everything that follows from that begins here.
 * @throws Problem 403 where the caller may not
 */
export async function deleteReply(call: Acting, place: Place, row: ReplyTable): Promise<void> {
  demandDelete(place.role, row.posted_by === call.caller, "reply");
  await forgetReactions(call.db, [row.id]);
  await call.db.deleteFrom("comment_replies").where("id", "=", row.id).execute();
}
