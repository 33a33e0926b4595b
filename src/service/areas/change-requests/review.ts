/** Reviews of a change request: submitting one, and requesting them from people. */
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import type { ChangeRequestAccess } from "../../core/change-request-rows.ts";
import {
  outdatedByRequest,
  outdatedByReview,
  type ReviewRequestTable,
  type ReviewTable,
} from "../../core/change-request-tables.ts";
import type { Actor } from "../../core/handlers.ts";
import { requireMembers } from "../../core/users.ts";
import { getDiscussion } from "../comments/discussion.ts";
import { postComment } from "../comments/threads.ts";

export interface NewReview {
  readonly status: ReviewTable["status"];
  readonly comment?: Body;
}

/**
 * Submits the caller's review, which replaces an earlier one. Every review comes from here, so its
 * side effects belong here. Its comment is one of those of the change request.
 */
export async function submitReview(
  call: Actor,
  changeRequest: ChangeRequestAccess,
  { status, comment }: NewReview,
): Promise<ReviewTable> {
  const { row } = changeRequest;
  const request = await call.db
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
    requested_by: request?.requested_by ?? null,
    status,
    revision_id: row.revision_id,
    outdated: 0,
    created_at: call.now.toISOString(),
  };
  await call.db.insertInto("reviews").values(review).execute();
  if (comment !== undefined) {
    await postComment(call, getDiscussion(call, changeRequest), { body: comment }, review.id);
  }
  return review;
}

/**
 * Requests reviews, also from people who have submitted one: their approval no longer counts, and
 * their request for changes stands until they review again. Every such request comes from here, so
 * its side effects belong here.
 * @throws Problem 400 that names the first person who is not in the organization
 */
export async function requestReviews(
  call: Actor,
  { space, row }: ChangeRequestAccess,
  users: readonly string[],
): Promise<readonly ReviewRequestTable[]> {
  const reviewers = await requireMembers(call.db, space.row.organization_id, "users", users);
  if (reviewers.length === 0) {
    throw new Problem(400, "users must name at least one member.", { field: "users" });
  }
  await outdate(call, row.id, reviewers, outdatedByRequest);
  const rows = reviewers.map((user) => ({
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

/**
 * Takes a request back. A review that it made outdated stays so: the person was asked to look again,
 * and has not.
 * @returns whether there was a request
 */
export async function withdrawReviewRequest(
  { db }: Pick<Actor, "db">,
  changeRequestId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("review_requests")
    .where("change_request_id", "=", changeRequestId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks the standing reviews; one that a later review replaced stays as it is. */
async function outdate(
  call: Actor,
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
