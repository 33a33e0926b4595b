/** Reviews of a change request: giving one, and asking people for theirs. */
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import type { Acting } from "../../core/caller.ts";
import type { Found } from "../../core/change-request-rows.ts";
import {
  outdatedByRequest,
  outdatedByReview,
  type ReviewRequestTable,
  type ReviewTable,
} from "../../core/change-request-tables.ts";
import { membersIn } from "../../core/members-in.ts";
import { placeIn } from "../comments/places.ts";
import { postComment } from "../comments/threads.ts";

export interface NewReview {
  readonly status: ReviewTable["status"];
  readonly comment?: Body;
}

/**
 * Gives the caller's review, which takes the place of an earlier one; everything that follows from
 * a review begins here. Its comment stands among those of the change request.
 */
export async function giveReview(
  call: Acting,
  found: Found,
  { status, comment }: NewReview,
): Promise<ReviewTable> {
  const { row } = found;
  const asked = await call.db
    .selectFrom("review_requests")
    .select("requested_by")
    .where("change_request_id", "=", row.id)
    .where("user_id", "=", call.caller)
    .executeTakeFirst();
  await outdate(call, row.id, [call.caller], outdatedByReview);
  const review: ReviewTable = {
    id: call.newId(),
    change_request_id: row.id,
    reviewer: call.caller,
    requested_by: asked?.requested_by ?? null,
    status,
    revision_id: row.revision_id,
    outdated: 0,
    created_at: call.now.toISOString(),
  };
  await call.db.insertInto("reviews").values(review).execute();
  if (comment !== undefined) {
    await postComment(call, placeIn(call, found), { body: comment }, review.id);
  }
  return review;
}

/**
 * Asks people for a review, those too who have given one: an approval no longer counts then, while
 * a request for changes stands until they review again. Everything that follows from such a
 * request begins here.
 * @throws Problem 400 that names the first who is not in the organization
 */
export async function requestReviews(
  call: Acting,
  { space, row }: Found,
  users: readonly string[],
): Promise<readonly ReviewRequestTable[]> {
  const asked = await membersIn(call.db, space.row.organization_id, "users", users);
  if (asked.length === 0) {
    throw new Problem(400, "users must name at least one member.", { field: "users" });
  }
  await outdate(call, row.id, asked, outdatedByRequest);
  const rows = asked.map((user) => ({
    change_request_id: row.id,
    user_id: user,
    requested_by: call.caller,
    revision_id: row.revision_id,
    created_at: call.now.toISOString(),
  }));
  await call.db
    .insertInto("review_requests")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["change_request_id", "user_id"]).doUpdateSet((is) => ({
        requested_by: is.ref("excluded.requested_by"),
        revision_id: is.ref("excluded.revision_id"),
        created_at: is.ref("excluded.created_at"),
      })),
    )
    .execute();
  return rows;
}

/** Marks the reviews that stand; one that a later review replaced stays replaced. */
async function outdate(
  call: Acting,
  changeRequestId: string,
  reviewers: readonly string[],
  by: typeof outdatedByReview | typeof outdatedByRequest,
) {
  await call.db
    .updateTable("reviews")
    .set({ outdated: by })
    .where("change_request_id", "=", changeRequestId)
    .where("reviewer", "in", reviewers)
    .where("outdated", "!=", outdatedByReview)
    .execute();
}
