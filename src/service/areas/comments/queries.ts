/** Pages of comments and of replies. */
import { sql } from "kysely";
import type { list } from "../../../contract/comment.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { ListResponse } from "../../../contract/wire.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../core/pages.ts";
import type { CommentTable, ReplyTable } from "../../core/rows/change-request-tables.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import type { BodyFormat } from "./bodies.ts";
import type { Discussion } from "./discussion.ts";
import { presentComments, presentReplies } from "./present.ts";

type CommentFilter = Omit<Input<typeof list>, "spaceId">;

/** A document is about eight times as large as its Markdown. */
const documentFactor = 8;

/** The size of a stored body in a page. */
function sizeIn(format: BodyFormat | undefined) {
  return ({ size }: { readonly size: number | string }) =>
    Number(size) * (format === "document" ? documentFactor : 1);
}

/**
 * By the time of posting, newest first by default. The page is determined before the bodies are
 * read, because they can be large.
 * @returns a function that presents the page, without further queries
 */
export async function readCommentPage(call: Call, discussion: Discussion, options: CommentFilter) {
  const { status = "all", order = "desc", targetPage, authors, format, ...paging } = options;
  const filters = [status, order, targetPage ?? "", ...(authors ?? [])];
  const page = await buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `comments of ${discussion.id} ${JSON.stringify(filters)}`,
    read: async (after, take) =>
      call.db
        .selectFrom("comments")
        .select(["id", "posted_at", sql<number | string>`octet_length(body)`.as("size")])
        .where("place_id", "=", discussion.id)
        .$if(status !== "all", (query) =>
          query.where("status", "=", status === "resolved" ? "resolved" : "open"),
        )
        .$if(targetPage !== undefined, (query) => query.where("page_id", "=", targetPage ?? ""))
        .$if(authors !== undefined, (query) => query.where("posted_by", "in", authors ?? []))
        .$call((query) => inOrder(query, ["posted_at", "id"], after, order))
        .limit(take)
        .execute(),
    key: (row) => [row.posted_at, row.id],
    show: ({ id }) => id,
    size: sizeIn(format),
  });
  const rows = await readRows(call, "comments", page.items);
  const present = await presentComments(call, discussion, rows, format);
  return (asker: RequestContextKey) => presentEach(page, rows, (row) => present(row, asker));
}

/**
 * Oldest first, which is the reading order of a thread.
 * @returns a function that presents the page, without further queries
 */
export async function readReplyPage(
  call: Call,
  discussion: Discussion,
  comment: CommentTable,
  options: Paging & { readonly format?: BodyFormat },
) {
  const { format, ...paging } = options;
  const page = await buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `replies to ${comment.id}`,
    read: async (after, take) =>
      call.db
        .selectFrom("comment_replies")
        .select(["id", "posted_at", sql<number | string>`octet_length(body)`.as("size")])
        .where("comment_id", "=", comment.id)
        .$call((query) => inOrder(query, ["posted_at", "id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.posted_at, row.id],
    show: ({ id }) => id,
    size: sizeIn(format),
  });
  const rows = await readRows(call, "comment_replies", page.items);
  const present = await presentReplies(call, discussion, rows, format);
  return (asker: RequestContextKey) => presentEach(page, rows, (row) => present(row, asker));
}

interface CommentRows {
  readonly comments: CommentTable;
  readonly comment_replies: ReplyTable;
}

/** In the order of the ids. */
async function readRows<Table extends keyof CommentRows>(
  { db }: Pick<Call, "db">,
  table: Table,
  ids: readonly string[],
): Promise<CommentRows[Table][]> {
  if (ids.length === 0) return [];
  const rows = await sql<CommentRows[Table]>`select * from ${sql.table(table)}
    where id in (${sql.join(ids)})`.execute(db);
  const byId = new Map(rows.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One at a time, because each can take long. */
export async function presentEach<Row, Item>(
  { next, count }: Pick<ListResponse<unknown>, "next" | "count">,
  rows: readonly Row[],
  present: (row: Row) => Promise<Item>,
): Promise<ListResponse<Item>> {
  const items: Item[] = [];
  for (const row of rows) items.push(await present(row));
  return { items, ...(next && { next }), ...(count !== undefined && { count }) };
}
