/** The comments of one place: posting, finding, changing and deleting them. */
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import type { Acting } from "../../core/caller.ts";
import type { CommentTable } from "../../core/change-request-tables.ts";
import type { Queries } from "../../database/tables.ts";
import { changedBody, keptBody } from "./bodies.ts";
import { demandDelete, demandEdit } from "./permissions.ts";
import type { Place } from "./places.ts";
import { changeReactions, forgetReactions, type ReactionChanges } from "./reactions.ts";
import { type CommentTarget, checkTarget } from "./targets.ts";

/** What a comment is about, and what it says. */
export interface NewComment extends CommentTarget {
  readonly body: Body;
}

/**
 * Posts a comment; everything that follows from a new comment begins here.
 * @param reviewId the review that the comment came with
 * @throws Problem 400 for a blank text, and for a page, node or cell that is not there
 */
export async function postComment(
  call: Acting,
  place: Place,
  { body, ...target }: NewComment,
  reviewId: string | null = null,
): Promise<CommentTable> {
  await checkTarget(call.db, place, target);
  const row: CommentTable = {
    id: call.newId(),
    space_id: place.spaceId,
    change_request_id: place.changeRequestId,
    place_id: place.id,
    page_id: target.page ?? null,
    node_id: target.node ?? null,
    cell_record: target.tableCell?.record ?? null,
    cell_definition: target.tableCell?.definition ?? null,
    review_id: reviewId,
    revision_id: place.revision,
    body: keptBody(body, reviewId === null ? "body" : "comment"),
    posted_by: call.caller,
    posted_at: call.now.toISOString(),
    edited_at: null,
    status: "open",
    resolved_at: null,
    resolved_by: null,
  };
  await call.db.insertInto("comments").values(row).execute();
  return row;
}

export async function findComment(
  db: Queries,
  place: Place,
  commentId: string,
): Promise<CommentTable | undefined> {
  return db
    .selectFrom("comments")
    .selectAll()
    .where("id", "=", commentId)
    .where("place_id", "=", place.id)
    .executeTakeFirst();
}

/** @throws Problem 404 where the place has no such comment */
export async function existingComment(
  db: Queries,
  place: Place,
  commentId: string,
): Promise<CommentTable> {
  const row = await findComment(db, place, commentId);
  if (row) return row;
  const where = place.changeRequestId === null ? "this space" : "this change request";
  throw new Problem(404, `There is no comment ${commentId} in ${where}; check the id.`, {
    field: "commentId",
  });
}

export interface CommentChanges extends ReactionChanges {
  readonly body?: Body;
  readonly resolved?: boolean;
}

/**
 * Changes a comment; everything that follows from a changed comment begins here.
 * @throws Problem 403 where the text is another's, 400 for a faulty text or reaction
 */
export async function changeComment(
  call: Acting,
  place: Place,
  row: CommentTable,
  { body, resolved, ...reactions }: CommentChanges,
): Promise<CommentTable> {
  if (body !== undefined) demandEdit(place.role, row.posted_by === call.caller, "comment");
  await changeReactions(call, row.id, reactions);
  const columns = { ...changedBody(body, call), ...settled(call, row, resolved) };
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("comments").set(columns).where("id", "=", row.id).execute();
  }
  return { ...row, ...columns };
}

/** Who resolved a comment first stays named when someone resolves it again. */
function settled(call: Acting, row: CommentTable, resolved: boolean | undefined) {
  if (resolved === undefined || resolved === (row.status === "resolved")) return {};
  return resolved
    ? {
        status: "resolved" as const,
        resolved_at: call.now.toISOString(),
        resolved_by: call.caller,
      }
    : { status: "open" as const, resolved_at: null, resolved_by: null };
}

/**
 * Deletes a comment with its replies; everything that follows from that begins here.
 * @throws Problem 403 where the caller may not
 */
export async function deleteComment(call: Acting, place: Place, row: CommentTable): Promise<void> {
  demandDelete(place.role, row.posted_by === call.caller, "comment");
  const replies = await call.db
    .selectFrom("comment_replies")
    .select("id")
    .where("comment_id", "=", row.id)
    .execute();
  await forgetReactions(call.db, [row.id, ...replies.map((reply) => reply.id)]);
  await call.db.deleteFrom("comment_replies").where("comment_id", "=", row.id).execute();
  await call.db.deleteFrom("comments").where("id", "=", row.id).execute();
}
