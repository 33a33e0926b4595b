/** Reviews and requests for them as answers, and pages of both. */
import { sql } from "kysely";
import type { get, list, request } from "../../../contract/cr-review.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import { atLeast } from "../../../contract/roles.ts";
import type { Found } from "../../core/change-request-rows.ts";
import type { ReviewRequestTable, ReviewTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { usersById } from "../../core/users.ts";
import type { BodyFormat } from "../comments/bodies.ts";
import { placeIn } from "../comments/places.ts";
import { presentComments } from "../comments/show.ts";
import { isOutdatedReview, outdatedReviews, revisionsProposingTheSame } from "./review-standing.ts";

export type Review = Output<typeof get>;
type Requested = Output<typeof request>["users"][number];
type Asked = Omit<Input<typeof list>, "spaceId" | "changeRequestId">;

/** The oldest first. */
export async function reviewsOf(call: Call, found: Found, { outdated, format, ...paging }: Asked) {
  const same = await revisionsProposingTheSame(call.db, found.row);
  const page = await pageOf({
    ...paging,
    list: `reviews of change request ${found.row.id} ${outdated ?? "all"}`,
    read: async (after, take) =>
      call.db
        .selectFrom("reviews")
        .selectAll()
        .where("change_request_id", "=", found.row.id)
        .$if(outdated === true, (query) => query.where(outdatedReviews(same)))
        .$if(outdated === false, (query) => query.where((is) => is.not(outdatedReviews(same))))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("created_at")
        .orderBy("id")
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row) => row,
  });
  return { ...page, items: page.items.map(await presentReviews(call, found, page.items, format)) };
}

/**
 * Comments are left out for those who may not take part in discussions.
 * @returns shows one of these reviews, for which all was read at once
 */
export async function presentReviews(
  call: Call,
  { space, row }: Found,
  reviews: readonly ReviewTable[],
  format?: BodyFormat,
): Promise<(review: ReviewTable) => Review> {
  const userOf = await usersById(
    call,
    reviews.flatMap((review) => [review.reviewer, review.requested_by]),
  );
  const comments = await commentsOfReviews(call, { space, row }, reviews, format);
  const same = await revisionsProposingTheSame(call.db, row);
  return (review) => ({
    object: "change-request-review",
    id: review.id,
    revision: review.revision_id,
    reviewer: userOf(review.reviewer),
    requestedBy: review.requested_by === null ? undefined : userOf(review.requested_by),
    status: review.status,
    outdated: isOutdatedReview(review, same),
    comment: comments.get(review.id),
    createdAt: review.created_at,
    updatedAt: review.created_at,
    urls: {
      location: `${call.base}/v1/spaces/${row.space_id}/change-requests/${row.id}/reviews/${review.id}`,
    },
  });
}

async function commentsOfReviews(
  call: Call,
  { space, row }: Found,
  reviews: readonly ReviewTable[],
  format: BodyFormat | undefined,
): Promise<ReadonlyMap<string, Review["comment"]>> {
  const shown = new Map<string, Review["comment"]>();
  if (reviews.length === 0 || !atLeast(space.role, "comment")) return shown;
  const place = placeIn(call, { space, row });
  const comments = await call.db
    .selectFrom("comments")
    .selectAll()
    .where(
      "review_id",
      "in",
      reviews.map((review) => review.id),
    )
    .execute();
  const show = await presentComments(call, place, comments, format);
  for (const comment of comments) {
    if (comment.review_id !== null) shown.set(comment.review_id, await show(comment));
  }
  return shown;
}

/** In the order in which people were asked. */
export async function requestedReviewersOf(
  call: Call,
  { row }: Found,
  asked: { readonly page?: string; readonly limit?: number },
) {
  const page = await pageOf({
    ...asked,
    list: `requested reviewers of change request ${row.id}`,
    read: async (after, take) =>
      call.db
        .selectFrom("review_requests")
        .selectAll()
        .where("change_request_id", "=", row.id)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, user_id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("created_at")
        .orderBy("user_id")
        .limit(take)
        .execute(),
    key: (found) => [found.created_at, found.user_id],
    show: (found) => found,
  });
  return { ...page, items: await presentRequested(call, page.items) };
}

export async function presentRequested(
  call: Call,
  rows: readonly ReviewRequestTable[],
): Promise<Requested[]> {
  const userOf = await usersById(
    call,
    rows.flatMap((row) => [row.user_id, row.requested_by]),
  );
  return rows.map((row) => ({
    object: "change-request-requested-reviewer",
    kind: "user",
    user: userOf(row.user_id),
    revision: row.revision_id,
    requestedBy: userOf(row.requested_by),
    createdAt: row.created_at,
  }));
}
