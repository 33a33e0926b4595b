/** The handlers of reviews of change requests. */
import type * as contract from "../../../contract/cr-review.ts";
import { Problem } from "../../../errors.ts";
import { requireChangeRequest } from "../../core/change-request-rows.ts";
import { lockChangeRequest } from "../../core/change-request-states.ts";
import type { Handlers } from "../../core/handlers.ts";
import {
  presentRequested,
  presentReviews,
  requestedReviewersOf,
  reviewsOf,
} from "./review-lists.ts";
import { giveReview, requestReviews } from "./reviews.ts";
import { changeSettings } from "./settings.ts";

export const handlers = {
  async list({ spaceId, changeRequestId, ...asked }, call) {
    return reviewsOf(call, await requireChangeRequest(call, { spaceId, changeRequestId }), asked);
  },

  async create({ spaceId, changeRequestId, ...review }, call) {
    const ids = { spaceId, changeRequestId };
    const found = await lockChangeRequest(call, ids, "review", "Reviewing a change request");
    const row = await giveReview(call, found, review);
    return (await presentReviews(call, found, [row]))(row);
  },

  async get({ reviewId, format, ...ids }, call) {
    const found = await requireChangeRequest(call, ids);
    const row = await call.db
      .selectFrom("reviews")
      .selectAll()
      .where("id", "=", reviewId)
      .where("change_request_id", "=", found.row.id)
      .executeTakeFirst();
    if (!row) {
      throw new Problem(
        404,
        `Change request ${found.row.number} has no review ${reviewId}; check the id.`,
        { field: "reviewId" },
      );
    }
    return (await presentReviews(call, found, [row], format))(row);
  },

  async requestedReviewers({ spaceId, changeRequestId, ...asked }, call) {
    const found = await requireChangeRequest(call, { spaceId, changeRequestId });
    return requestedReviewersOf(call, found, asked);
  },

  async request({ spaceId, changeRequestId, users, ...settings }, call) {
    const ids = { spaceId, changeRequestId };
    const found = await lockChangeRequest(call, ids, "edit", "Asking for a review");
    await changeSettings(call, found, settings);
    return { users: await presentRequested(call, await requestReviews(call, found, users)) };
  },
} satisfies Handlers<typeof contract>;
