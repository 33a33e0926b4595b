/** Reviews and review requests of change requests. */
import * as z from "zod/mini";
import { comment } from "./comment.model.ts";
import { createPageModel, open, time, url } from "./shared.model.ts";
import { user } from "./user.model.ts";

export const review = z.looseObject({
  object: z.literal("change-request-review"),
  id: z.string(),
  revision: z.string(),
  reviewer: user,
  requestedBy: z.optional(user),
  status: open(["approved", "changes-requested"]),
  outdated: z.boolean(),
  comment: z.optional(comment),
  createdAt: time,
  updatedAt: time,
  urls: z.looseObject({ location: url }),
});

const requestedReviewer = z.looseObject({
  object: z.literal("change-request-requested-reviewer"),
  kind: open(["user", "team"]),
  user: z.optional(user),
  revision: z.string(),
  requestedBy: user,
  createdAt: time,
});

export const reviews = createPageModel(review);
export const requestedReviewers = createPageModel(requestedReviewer);
export const requested = z.looseObject({ users: z.array(requestedReviewer) });
