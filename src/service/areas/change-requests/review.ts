/** Reviews of a change request: submission and requests. */
import type { CommentBody } from "../../../contract/comment.model.ts";
import { ApiError } from "../../../errors.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import type { Actor } from "../../core/handlers.ts";
import type { ChangeRequestAccess } from "../../core/rows/change-request-rows.ts";
import {
  outdatedByRequest,
  outdatedByReview,
  type ReviewRequestTable,
  type ReviewTable,
} from "../../core/rows/change-request-tables.ts";
import { requireMembers } from "../../core/rows/users.ts";
import { getDiscussion } from "../comments/discussion.ts";
import { postComment } from "../comments/threads.ts";
import { notify } from "../webhooks/notify.ts";

export interface NewReview {
  readonly status: ReviewTable["status"];
  readonly comment?: CommentBody;
}

/**
 * Submits the caller's review, which replaces an earlier one. All reviews are created here, so side
 * effects belong here. Its comment is a comment of the change request.
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
  await notify(call, {
    type: "review.submitted",
    in: { spaceId: row.space_id },
    changeRequestId: row.id,
    actor: call.caller,
    data: { review: { id: review.id, status } },
  });
  return review;
}

/**
 * Requests reviews, also from users who have submitted one: an approval no longer counts, and a
 * request for changes remains until they review again. All requests are created here, so side
 * effects belong here.
 * @throws ApiError 400 that names the first user who is not in the organization, is the author, or
 *   may not review
 */
export async function requestReviews(
  call: Actor,
  { space, row }: ChangeRequestAccess,
  users: readonly string[],
): Promise<readonly ReviewRequestTable[]> {
  const reviewers = await requireMembers(call.db, space.row.organization_id, "users", users);
  await refuseUnableReviewers(call.db, { space, row }, reviewers);
  if (reviewers.length === 0) {
    throw new ApiError(400, "users must contain at least one member.", { field: "users" });
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
  await notify(call, {
    type: "review.requested",
    in: { spaceId: row.space_id },
    changeRequestId: row.id,
    actor: call.caller,
    data: { reviewers: reviewers.map((id) => ({ id })) },
  });
  return rows;
}

/** @throws ApiError 400 for the author, and for a user who cannot see the space */
async function refuseUnableReviewers(
  db: Actor["db"],
  { space, row }: ChangeRequestAccess,
  reviewers: readonly string[],
): Promise<void> {
  const field = { field: "users" };
  for (const id of reviewers) {
    const { display_name: name } = await db
      .selectFrom("users")
      .select("display_name")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (id === row.created_by) {
      const text = `${name} (${id}) is the author of change request ${row.number} and cannot review it. Choose another reviewer.`;
      throw new ApiError(400, text, field);
    }
    const { role, disabled } = await db
      .selectFrom("members")
      .select(["role", "disabled"])
      .where("organization_id", "=", space.row.organization_id)
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    const resource = await db
      .selectFrom("spaces")
      .select(selectDecision(createViewer(id, role), "spaces").as("decided"))
      .where("id", "=", space.row.id)
      .executeTakeFirstOrThrow();
    if (disabled === 0 && readRole(resource, role) !== null) continue;
    const text =
      disabled === 0
        ? `${name} (${id}) has no access to the space of the change request. Grant access, or choose another reviewer.`
        : `${name} (${id}) is a disabled member. Choose another reviewer.`;
    throw new ApiError(400, text, {
      ...field,
      ...(disabled === 0 && {
        hint: `tome space permission grant ${space.row.id} --user ${id} --role review`,
      }),
    });
  }
}

/**
 * Cancels a review request. A review that the request made outdated remains outdated, because no
 * new review was submitted.
 * @returns whether the request existed
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

/** Marks the current reviews as outdated; reviews that a later review replaced are not changed. */
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
