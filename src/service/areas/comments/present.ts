/** Presentation of comments and replies. A page of them takes as few queries as a single one. */
import type { get as getComment } from "../../../contract/comment.ts";
import type { get as getReply } from "../../../contract/comment-reply.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { getPermissions } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { CommentTable, ReplyTable } from "../../core/rows/change-request-tables.ts";
import { loadUsersById, type User } from "../../core/rows/users.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import { type BodyFormat, presentBody } from "./bodies.ts";
import type { Discussion } from "./discussion.ts";
import { readReactions } from "./reactions.ts";

export type Comment = Output<typeof getComment>;
export type Reply = Output<typeof getReply>;

/** Presents a row from data that is already loaded. */
export type Present<Row, T> = (row: Row, asker: RequestContextKey) => Promise<T>;

type DiscussionView = Pick<Discussion, "role" | "location">;
type CommonRow = Pick<CommentTable, "id" | "posted_by" | "posted_at" | "edited_at" | "body">;

/** @returns a function that presents one of these comments */
export async function presentComments(
  call: Pick<Call, "db" | "base" | "caller">,
  discussion: DiscussionView,
  rows: readonly CommentTable[],
  format?: BodyFormat | "stored",
): Promise<Present<CommentTable, Comment>> {
  const ids = rows.map((row) => row.id);
  const repliersByComment = await readRepliers(call, ids);
  const userIds = rows.flatMap((row) => [row.posted_by, row.resolved_by]);
  const getUser = await loadUsersById(call, userIds);
  const common = await presentCommon(call, discussion, "comment", rows, format, getUser);
  return async (row, asker) => {
    const repliers = repliersByComment.get(row.id) ?? [];
    return {
      object: "comment",
      ...(await common(row, `${discussion.location}/${row.id}`, asker)),
      replies: repliers.reduce((sum, { count }) => sum + count, 0),
      repliers,
      target: presentTarget(row),
      status: row.status,
      resolvedAt: row.resolved_at ?? undefined,
      resolvedBy: row.resolved_by === null ? undefined : getUser(row.resolved_by),
    };
  };
}

/** @returns a function that presents one of these replies */
export async function presentReplies(
  call: Pick<Call, "db" | "base" | "caller">,
  discussion: DiscussionView,
  rows: readonly ReplyTable[],
  format?: BodyFormat,
): Promise<Present<ReplyTable, Reply>> {
  const getUser = await loadUsersById(
    call,
    rows.map((row) => row.posted_by),
  );
  const common = await presentCommon(call, discussion, "reply", rows, format, getUser);
  return async (row, asker) => ({
    object: "comment-reply",
    ...(await common(row, `${discussion.location}/${row.comment_id}/replies/${row.id}`, asker)),
  });
}

/** The common fields of comments and replies. */
async function presentCommon(
  call: Pick<Call, "db" | "base" | "caller">,
  { role }: DiscussionView,
  kind: "comment" | "reply",
  rows: readonly CommonRow[],
  format: BodyFormat | "stored" | undefined,
  getUser: (id: string) => User,
) {
  const reactions = await readReactions(
    call,
    rows.map((row) => row.id),
  );
  return async (row: CommonRow, location: string, asker: RequestContextKey) => ({
    id: row.id,
    postedBy: getUser(row.posted_by),
    postedAt: row.posted_at,
    editedAt: row.edited_at ?? undefined,
    reactions: [...(reactions.get(row.id) ?? [])],
    body: await presentBody(row.body, format, asker),
    urls: { location },
    permissions: getPermissions(kind, role, row.posted_by === call.caller ? ["author"] : []),
  });
}

function presentTarget(row: CommentTable): Comment["target"] {
  const { page_id, node_id, cell_record, cell_definition, change_request_id, review_id } = row;
  return {
    space: row.space_id,
    revision: row.revision_id,
    ...(page_id !== null && { page: { id: page_id } }),
    ...(node_id !== null && { node: { id: node_id } }),
    ...(cell_record !== null &&
      cell_definition !== null && {
        tableCell: { record: cell_record, definition: cell_definition },
      }),
    ...(change_request_id !== null && { changeRequest: change_request_id }),
    ...(review_id !== null && { review: review_id }),
  };
}

/**
 * The users who replied to each comment, with the number and the time of their last reply, in the
 * order of their first reply.
 */
async function readRepliers(
  call: Pick<Call, "db" | "base">,
  commentIds: readonly string[],
): Promise<ReadonlyMap<string, Comment["repliers"]>> {
  const byComment = new Map<string, Comment["repliers"]>();
  if (commentIds.length === 0) return byComment;
  const rows = await call.db
    .selectFrom("comment_replies")
    .select(({ fn }) => [
      "comment_id",
      "posted_by",
      fn.countAll().as("count"),
      fn.min("posted_at").as("first"),
      fn.max("posted_at").as("last"),
    ])
    .where("comment_id", "in", commentIds)
    .groupBy(["comment_id", "posted_by"])
    .orderBy("first")
    .orderBy("posted_by")
    .execute();
  const getUser = await loadUsersById(
    call,
    rows.map((row) => row.posted_by),
  );
  for (const row of rows) {
    const repliers = byComment.get(row.comment_id) ?? [];
    byComment.set(row.comment_id, repliers);
    repliers.push({ updatedAt: row.last, count: Number(row.count), user: getUser(row.posted_by) });
  }
  return byComment;
}
