/** Who has taken part in the discussions of a place. */
import { sql } from "kysely";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentMember, selectMembers } from "../people/member-rows.ts";
import { openPlace, type PlaceIds } from "./places.ts";

/** The members who posted a comment or a reply there, who joined the organization first foremost. */
export async function listCommenters(
  input: PlaceIds & { readonly page?: string; readonly limit?: number },
  call: Call,
) {
  const { spaceId, changeRequestId, ...asked } = input;
  const place = await openPlace(call, input, "Listing who commented");
  return pageOf({
    ...asked,
    list: `commenters of ${place.id}`,
    read: (after, take) =>
      selectMembers(call.db, place.organizationId)
        .where(({ exists, or, selectFrom }) =>
          or([
            exists(
              selectFrom("comments")
                .select("comments.id")
                .where("comments.place_id", "=", place.id)
                .whereRef("comments.posted_by", "=", "members.user_id"),
            ),
            exists(
              selectFrom("comment_replies")
                .innerJoin("comments", "comments.id", "comment_replies.comment_id")
                .select("comments.id")
                .where("comments.place_id", "=", place.id)
                .whereRef("comment_replies.posted_by", "=", "members.user_id"),
            ),
          ]),
        )
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(members.joined_at, members.user_id) > (${sql.join(after ?? [])})`,
          ),
        )
        .orderBy("members.joined_at")
        .orderBy("members.user_id")
        .limit(take)
        .execute(),
    key: (row) => [row.joined_at, row.user_id],
    show: (row) => presentMember(row, call.base),
  });
}
