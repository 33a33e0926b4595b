/** Comments and replies as answers: a page of them costs the same few queries as one. */
import type { get as getComment } from "../../../contract/comment.ts";
import type { get as getReply } from "../../../contract/comment-reply.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { CommentTable, ReplyTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import { type User, usersById } from "../../core/users.ts";
import { type BodyFormat, shownBody } from "./bodies.ts";
import { saidPermissions } from "./permissions.ts";
import type { Place } from "./places.ts";
import { reactionsTo } from "./reactions.ts";

export type Comment = Output<typeof getComment>;
export type Reply = Output<typeof getReply>;

type Where = Pick<Place, "role" | "location">;
type Said = Pick<CommentTable, "id" | "posted_by" | "posted_at" | "edited_at" | "body">;

/** @returns shows one of these comments, for which all was read at once */
export async function presentComments(
  call: Pick<Call, "db" | "base" | "caller">,
  where: Where,
  rows: readonly CommentTable[],
  format?: BodyFormat,
): Promise<(row: CommentTable) => Promise<Comment>> {
  const ids = rows.map((row) => row.id);
  const repliers = await repliersOf(call, ids);
  const people = rows.flatMap((row) => [row.posted_by, row.resolved_by]);
  const userOf = await usersById(call, people);
  const said = await saidShown(call, where, rows, format, userOf);
  return async (row) => {
    const those = repliers.get(row.id) ?? [];
    return {
      object: "comment",
      ...(await said(row, `${where.location}/${row.id}`)),
      replies: those.reduce((sum, { count }) => sum + count, 0),
      repliers: those,
      target: targetOf(row),
      status: row.status,
      resolvedAt: row.resolved_at ?? undefined,
      resolvedBy: row.resolved_by === null ? undefined : userOf(row.resolved_by),
    };
  };
}

/** @returns shows one of these replies, for which all was read at once */
export async function presentReplies(
  call: Pick<Call, "db" | "base" | "caller">,
  where: Where,
  rows: readonly ReplyTable[],
  format?: BodyFormat,
): Promise<(row: ReplyTable) => Promise<Reply>> {
  const userOf = await usersById(
    call,
    rows.map((row) => row.posted_by),
  );
  const said = await saidShown(call, where, rows, format, userOf);
  return async (row) => ({
    object: "comment-reply",
    ...(await said(row, `${where.location}/${row.comment_id}/replies/${row.id}`)),
  });
}

/** What comments and replies have in common. */
async function saidShown(
  call: Pick<Call, "db" | "base" | "caller">,
  { role }: Where,
  rows: readonly Said[],
  format: BodyFormat | undefined,
  userOf: (id: string) => User,
) {
  const reactions = await reactionsTo(
    call,
    rows.map((row) => row.id),
  );
  return async (row: Said, location: string) => ({
    id: row.id,
    postedBy: userOf(row.posted_by),
    postedAt: row.posted_at,
    editedAt: row.edited_at ?? undefined,
    reactions: [...(reactions.get(row.id) ?? [])],
    body: await shownBody(row.body, format),
    urls: { location },
    permissions: saidPermissions(role, row.posted_by === call.caller),
  });
}

function targetOf(row: CommentTable): Comment["target"] {
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

/** Who replied to each comment, how often and when last; who did so first stands first. */
async function repliersOf(
  call: Pick<Call, "db" | "base">,
  commentIds: readonly string[],
): Promise<ReadonlyMap<string, Comment["repliers"]>> {
  const found = new Map<string, Comment["repliers"]>();
  if (commentIds.length === 0) return found;
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
  const userOf = await usersById(
    call,
    rows.map((row) => row.posted_by),
  );
  for (const row of rows) {
    const those = found.get(row.comment_id) ?? [];
    found.set(row.comment_id, those);
    those.push({ updatedAt: row.last, count: Number(row.count), user: userOf(row.posted_by) });
  }
  return found;
}
