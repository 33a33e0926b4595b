/** Comments of a discussion: post, find, change and delete. */
import type { CommentBody } from "../../../contract/comment.model.ts";
import type { Node } from "../../../contract/document.model.ts";
import { listNodes } from "../../../document/walk.ts";
import { ApiError } from "../../../errors.ts";
import type { Actor } from "../../core/handlers.ts";
import type { CommentTable } from "../../core/rows/change-request-tables.ts";
import type { Queries } from "../../database/tables.ts";
import { readTree } from "../content/revisions.ts";
import { getDocument } from "../content/texts/documents.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { notify } from "../webhooks/notify.ts";
import { toBodyColumns, toStoredBody } from "./bodies.ts";
import type { Discussion } from "./discussion.ts";
import { authorizeDeletion, authorizeText } from "./permissions.ts";
import { changeReactions, deleteReactions, type ReactionChanges } from "./reactions.ts";

/** The text and the target of a comment. */
interface NewComment extends CommentTarget {
  readonly body: CommentBody;
}

/**
 * All comments are created here, so side effects belong here.
 * @param reviewId the review that contains the comment
 * @throws ApiError 400 for a blank text, and for a page, node or cell that does not exist
 */
export async function postComment(
  call: Actor,
  discussion: Discussion,
  { body, ...target }: NewComment,
  reviewId: string | null = null,
): Promise<CommentTable> {
  await checkTarget(call.db, discussion, target);
  const row: CommentTable = {
    id: call.newId(),
    space_id: discussion.spaceId,
    change_request_id: discussion.changeRequestId,
    place_id: discussion.id,
    page_id: target.page ?? null,
    node_id: target.node ?? null,
    cell_record: target.tableCell?.record ?? null,
    cell_definition: target.tableCell?.definition ?? null,
    review_id: reviewId,
    revision_id: discussion.revision,
    body: toStoredBody(body, reviewId === null ? "body" : "comment"),
    posted_by: call.caller,
    posted_at: call.now.toISOString(),
    edited_at: null,
    status: "open",
    resolved_at: null,
    resolved_by: null,
  };
  await call.db.insertInto("comments").values(row).execute();
  await notify(call, {
    type: "comment.created",
    in: { spaceId: row.space_id },
    changeRequestId: row.change_request_id,
    actor: call.caller,
    data: { comment: { id: row.id, ...(row.page_id !== null && { page: row.page_id }) } },
  });
  return row;
}

export async function findComment(
  db: Queries,
  discussion: Discussion,
  commentId: string,
): Promise<CommentTable | undefined> {
  return db
    .selectFrom("comments")
    .selectAll()
    .where("id", "=", commentId)
    .where("place_id", "=", discussion.id)
    .executeTakeFirst();
}

/** @throws ApiError 404 if the discussion has no such comment */
export async function requireComment(
  db: Queries,
  discussion: Discussion,
  commentId: string,
): Promise<CommentTable> {
  const row = await findComment(db, discussion, commentId);
  if (row) return row;
  const scope = discussion.changeRequestId === null ? "this space" : "this change request";
  throw new ApiError(404, `Comment ${commentId} does not exist in ${scope}.`, {
    field: "commentId",
  });
}

interface CommentChanges extends ReactionChanges {
  readonly body?: CommentBody;
  readonly resolved?: boolean;
}

/**
 * All changes of comments are made here, so side effects belong here.
 * @throws ApiError 403 if another user is the author, 400 for an invalid text or reaction
 */
export async function changeComment(
  call: Actor,
  discussion: Discussion,
  row: CommentTable,
  { body, resolved, ...reactions }: CommentChanges,
): Promise<CommentTable> {
  if (body !== undefined) authorizeText(discussion, row.posted_by === call.caller, "comment");
  await changeReactions(call, row.id, reactions);
  const columns = { ...toBodyColumns(body, call), ...getResolutionColumns(call, row, resolved) };
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("comments").set(columns).where("id", "=", row.id).execute();
  }
  return { ...row, ...columns };
}

/** Resolving a resolved comment again does not change the user who resolved it first. */
function getResolutionColumns(call: Actor, row: CommentTable, resolved: boolean | undefined) {
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
 * Deletes a comment with its replies. All comments are deleted here, so side effects belong here.
 * @throws ApiError 403 if the caller may not delete it
 */
export async function deleteComment(
  call: Actor,
  discussion: Discussion,
  row: CommentTable,
): Promise<void> {
  authorizeDeletion(discussion, row.posted_by === call.caller, "comment");
  const replies = await call.db
    .selectFrom("comment_replies")
    .select("id")
    .where("comment_id", "=", row.id)
    .execute();
  await deleteReactions(call.db, [row.id, ...replies.map((reply) => reply.id)]);
  await call.db.deleteFrom("comment_replies").where("comment_id", "=", row.id).execute();
  await call.db.deleteFrom("comments").where("id", "=", row.id).execute();
}

interface CommentTarget {
  readonly page?: string;
  /** The key of a block. */
  readonly node?: string;
  readonly tableCell?: { readonly record: string; readonly definition: string };
}

/** @throws ApiError 400 for a page, node or cell that is not in the current content */
async function checkTarget(
  db: Queries,
  discussion: Discussion,
  { page, node, tableCell }: CommentTarget,
): Promise<void> {
  if (page === undefined) {
    const field = node === undefined ? "tableCell" : "node";
    if (node === undefined && tableCell === undefined) return;
    throw new ApiError(400, `${field} requires page. Specify the page that contains it.`, {
      field,
    });
  }
  const treePage = getTreeIndex(await readTree(db, discussion.revision)).pages.get(page);
  if (!treePage) {
    const scope = discussion.changeRequestId === null ? "the space" : "the change request";
    throw new ApiError(400, `page ${page} does not exist in ${scope}.`, { field: "page" });
  }
  if (node === undefined && tableCell === undefined) return;
  const hash = treePage.page.document;
  const nodes =
    hash === undefined ? [] : [...listNodes(await getDocument(db, discussion.spaceId, hash))];
  const blocks = nodes
    .map(({ node: block }) => block)
    .filter((block) => node === undefined || block.key === node);
  if (blocks.length === 0) {
    throw new ApiError(
      400,
      `node ${node} does not exist on page ${page}. Check the key of the block.`,
      {
        field: "node",
      },
    );
  }
  if (tableCell && !blocks.some((block) => hasCell(block, tableCell))) {
    throw new ApiError(
      400,
      `tableCell does not exist on page ${page}: no table has the row ${tableCell.record} and the column ${tableCell.definition}.`,
      { field: "tableCell" },
    );
  }
}

function hasCell(
  { type, data }: Node,
  { record, definition }: { readonly record: string; readonly definition: string },
): boolean {
  return type === "table" && hasKey(data?.records, record) && hasKey(data?.definition, definition);
}

function hasKey(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
