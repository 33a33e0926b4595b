/** Presentation of reviews and review requests. */
import type { get, request } from "../../../contract/cr-review.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { allows } from "../../../contract/rules.ts";
import type { Call } from "../../core/handlers.ts";
import type { ChangeRequestAccess } from "../../core/rows/change-request-rows.ts";
import type { ReviewRequestTable, ReviewTable } from "../../core/rows/change-request-tables.ts";
import { loadUsersById } from "../../core/rows/users.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import type { BodyFormat } from "../comments/bodies.ts";
import { getDiscussion } from "../comments/discussion.ts";
import { type Comment, type Present, presentComments } from "../comments/present.ts";
import { isOutdatedReview, readEquivalentRevisions } from "./review-standing.ts";

export type Review = Output<typeof get>;
type ReviewRequest = Output<typeof request>["users"][number];

/**
 * Comments are omitted for callers without access to discussions.
 * @returns a function that presents one of these reviews
 */
export async function presentReviews(
  call: Call,
  { space, row }: ChangeRequestAccess,
  reviews: readonly ReviewTable[],
  format?: BodyFormat | "stored",
): Promise<Present<ReviewTable, Review>> {
  const getUser = await loadUsersById(
    call,
    reviews.flatMap((review) => [review.reviewer, review.requested_by]),
  );
  const comments = await readComments(call, { space, row }, reviews, format);
  const same = await readEquivalentRevisions(call.db, row);
  return async (review, asker) => ({
    object: "change-request-review",
    id: review.id,
    revision: review.revision_id,
    reviewer: getUser(review.reviewer),
    requestedBy: review.requested_by === null ? undefined : getUser(review.requested_by),
    status: review.status,
    outdated: isOutdatedReview(review, same),
    comment: await comments.get(review.id)?.(asker),
    createdAt: review.created_at,
    updatedAt: review.created_at,
    urls: {
      location: `${call.base}/v1/spaces/${row.space_id}/change-requests/${row.id}/reviews/${review.id}`,
    },
  });
}

async function readComments(
  call: Call,
  { space, row }: ChangeRequestAccess,
  reviews: readonly ReviewTable[],
  format: BodyFormat | "stored" | undefined,
): Promise<ReadonlyMap<string, (asker: RequestContextKey) => Promise<Comment>>> {
  const presentersByReview = new Map<string, (asker: RequestContextKey) => Promise<Comment>>();
  if (reviews.length === 0 || !allows(space.role, "listCommentsInChangeRequest"))
    return presentersByReview;
  const discussion = getDiscussion(call, { space, row });
  const comments = await call.db
    .selectFrom("comments")
    .selectAll()
    .where(
      "review_id",
      "in",
      reviews.map((review) => review.id),
    )
    .execute();
  const present = await presentComments(call, discussion, comments, format);
  for (const comment of comments) {
    if (comment.review_id === null) continue;
    presentersByReview.set(comment.review_id, (asker) => present(comment, asker));
  }
  return presentersByReview;
}

export async function presentReviewRequests(
  call: Call,
  rows: readonly ReviewRequestTable[],
): Promise<ReviewRequest[]> {
  const getUser = await loadUsersById(
    call,
    rows.flatMap((row) => [row.user_id, row.requested_by]),
  );
  return rows.map((row) => ({
    object: "change-request-requested-reviewer",
    kind: "user",
    user: getUser(row.user_id),
    revision: row.revision_id,
    requestedBy: getUser(row.requested_by),
    createdAt: row.created_at,
  }));
}
