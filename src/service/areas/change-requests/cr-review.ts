/** Handlers of reviews of change requests. */
import type * as contract from "../../../contract/cr-review.ts";
import { ApiError } from "../../../errors.ts";
import { DeferredResponse } from "../../core/deferred-response.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireChangeRequest } from "../../core/rows/change-request-rows.ts";
import { lockChangeRequest } from "../../core/rows/change-request-states.ts";
import { presentReviewRequests, presentReviews } from "./present.ts";
import { listRequestedReviewers, listReviews } from "./queries.ts";
import { requestReviews, submitReview, withdrawReviewRequest } from "./review.ts";
import { updateChangeRequest } from "./update.ts";

export const handlers = {
  async list({ spaceId, changeRequestId, ...options }, call) {
    return listReviews(
      call,
      await requireChangeRequest(call, { spaceId, changeRequestId }),
      options,
    );
  },

  async create({ spaceId, changeRequestId, ...review }, call) {
    const ids = { spaceId, changeRequestId };
    const changeRequest = await lockChangeRequest(call, ids, "submitChangeRequestReview");
    const row = await submitReview(call, changeRequest, review);
    const present = await presentReviews(call, changeRequest, [row]);
    const changed = { object: "change-request-review", id: row.id };
    return new DeferredResponse(changed, (asker) => present(row, asker));
  },

  async get({ reviewId, format, ...ids }, call) {
    const changeRequest = await requireChangeRequest(call, ids);
    const row = await call.db
      .selectFrom("reviews")
      .selectAll()
      .where("id", "=", reviewId)
      .where("change_request_id", "=", changeRequest.row.id)
      .executeTakeFirst();
    if (!row) {
      throw new ApiError(
        404,
        `Change request ${changeRequest.row.number} has no review ${reviewId}.`,
        { field: "reviewId" },
      );
    }
    return (await presentReviews(call, changeRequest, [row], format))(row, call);
  },

  async requestedReviewers({ spaceId, changeRequestId, ...options }, call) {
    const changeRequest = await requireChangeRequest(call, { spaceId, changeRequestId });
    return listRequestedReviewers(call, changeRequest, options);
  },

  async request({ spaceId, changeRequestId, users, ...settings }, call) {
    const ids = { spaceId, changeRequestId };
    const changeRequest = await lockChangeRequest(call, ids, "requestReviewersForChangeRequest");
    await updateChangeRequest(call, changeRequest, settings);
    return {
      users: await presentReviewRequests(call, await requestReviews(call, changeRequest, users)),
    };
  },

  async unrequest({ userId, ...ids }, call) {
    const { row } = await lockChangeRequest(call, ids, "removeRequestedReviewerFromChangeRequest");
    return withdrawReviewRequest(call, row.id, userId);
  },
} satisfies Handlers<typeof contract>;
