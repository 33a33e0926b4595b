/** Pages of the comments of a place, of the replies to a comment, and of who commented. */
import { sql } from "kysely";
import type { list } from "../../../contract/comment.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { CommentTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import type { BodyFormat } from "./bodies.ts";
import type { Place } from "./places.ts";
import { presentComments, presentReplies } from "./show.ts";

type Asked = Omit<Input<typeof list>, "spaceId">;

/** In the order of their posting, the newest first unless asked otherwise. */
export async function commentsOf(call: Call, place: Place, asked: Asked) {
  const { status = "all", order = "desc", targetPage, authors, format, ...paging } = asked;
  const beyond = order === "asc" ? sql`>` : sql`<`;
  const filters = [status, order, targetPage ?? "", ...(authors ?? [])];
  const found = await pageOf({
    ...paging,
    list: `comments of ${place.id} ${JSON.stringify(filters)}`,
    read: async (after, take) =>
      call.db
        .selectFrom("comments")
        .selectAll()
        .where("place_id", "=", place.id)
        .$if(status !== "all", (query) =>
          query.where("status", "=", status === "resolved" ? "resolved" : "open"),
        )
        .$if(targetPage !== undefined, (query) => query.where("page_id", "=", targetPage ?? ""))
        .$if(authors !== undefined, (query) => query.where("posted_by", "in", authors ?? []))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(posted_at, id) ${beyond} (${sql.join(after ?? [])})`),
        )
        .orderBy("posted_at", order)
        .orderBy("id", order)
        .limit(take)
        .execute(),
    key: (row) => [row.posted_at, row.id],
    show: (row) => row,
  });
  const shown = await presentComments(call, place, found.items, format);
  return { ...found, items: await Promise.all(found.items.map(shown)) };
}

/** The oldest first: a thread is read downwards. */
export async function repliesTo(
  call: Call,
  place: Place,
  comment: CommentTable,
  asked: { readonly page?: string; readonly limit?: number; readonly format?: BodyFormat },
) {
  const { format, ...paging } = asked;
  const found = await pageOf({
    ...paging,
    list: `replies to ${comment.id}`,
    read: async (after, take) =>
      call.db
        .selectFrom("comment_replies")
        .selectAll()
        .where("comment_id", "=", comment.id)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(posted_at, id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("posted_at")
        .orderBy("id")
        .limit(take)
        .execute(),
    key: (row) => [row.posted_at, row.id],
    show: (row) => row,
  });
  const shown = await presentReplies(call, place, found.items, format);
  return { ...found, items: await Promise.all(found.items.map(shown)) };
}
