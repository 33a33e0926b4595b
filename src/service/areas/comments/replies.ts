/** Replies to a comment: post, find, change and delete. */
import type { CommentBody } from "../../../contract/comment.model.ts";
import { ApiError } from "../../../errors.ts";
import type { Actor } from "../../core/handlers.ts";
import type { CommentTable, ReplyTable } from "../../core/rows/change-request-tables.ts";
import type { Queries } from "../../database/tables.ts";
import { notify } from "../webhooks/notify.ts";
import { toBodyColumns, toStoredBody } from "./bodies.ts";
import type { Discussion } from "./discussion.ts";
import { authorizeDeletion, authorizeText } from "./permissions.ts";
import { changeReactions, deleteReactions, type ReactionChanges } from "./reactions.ts";

/** All replies are created here, so side effects belong here. */
export async function postReply(
  call: Actor,
  comment: CommentTable,
  body: CommentBody,
): Promise<ReplyTable> {
  const row: ReplyTable = {
    id: call.newId(),
    comment_id: comment.id,
    body: toStoredBody(body),
    posted_by: call.caller,
    posted_at: call.now.toISOString(),
    edited_at: null,
  };
  await call.db.insertInto("comment_replies").values(row).execute();
  await notify(call, {
    type: "comment.replied",
    in: { spaceId: comment.space_id },
    changeRequestId: comment.change_request_id,
    actor: call.caller,
    data: { comment: { id: comment.id }, reply: { id: row.id } },
  });
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

/** @throws ApiError 404 if the comment has no such reply */
export async function requireReply(
  db: Queries,
  comment: CommentTable,
  replyId: string,
): Promise<ReplyTable> {
  const row = await findReply(db, comment, replyId);
  if (row) return row;
  throw new ApiError(404, `Comment ${comment.id} has no reply ${replyId}.`, {
    field: "commentReplyId",
  });
}

/**
 * All changes of replies are made here, so side effects belong here.
 * @throws ApiError 403 if another user is the author, 400 for an invalid text or reaction
 */
export async function changeReply(
  call: Actor,
  discussion: Discussion,
  row: ReplyTable,
  { body, ...reactions }: ReactionChanges & { readonly body?: CommentBody },
): Promise<ReplyTable> {
  if (body !== undefined) authorizeText(discussion, row.posted_by === call.caller, "reply");
  await changeReactions(call, row.id, reactions);
  const columns = toBodyColumns(body, call);
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("comment_replies").set(columns).where("id", "=", row.id).execute();
  }
  return { ...row, ...columns };
}

/**
 * All replies are deleted here, so side effects belong here.
 * @throws ApiError 403 if the caller may not delete it
 */
export async function deleteReply(
  call: Actor,
  discussion: Discussion,
  row: ReplyTable,
): Promise<void> {
  authorizeDeletion(discussion, row.posted_by === call.caller, "reply");
  await deleteReactions(call.db, [row.id]);
  await call.db.deleteFrom("comment_replies").where("id", "=", row.id).execute();
}
