/** Verbs of `tome cr` for reviews. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/cr-review.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { boolean, optional } from "./fields.ts";
import { describeReviewRequest } from "./outcomes.ts";
import { mutation, query } from "./verb.ts";

const reviewColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "REVIEWER", path: "reviewer.displayName" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "OUTDATED", path: "outdated", as: "flag", means: { yes: "waiting" } },
  createdColumn,
  { header: "COMMENT", path: "comment.body.markdown", wide: true },
];

export const review = mutation(contract.create, {
  summary: "Review a change request",
  extra: {
    status: optional(boolean("Approve the change request", { flag: "approve" })),
    requestChanges: optional(boolean("Request changes")),
  },
  toRequest: withVerdict,
  doneText: "Reviewed the change request: {status}.",
  loadNextStep: () =>
    import("../features/change-requests/review-hints.ts").then((m) => m.suggestAfterReview),
  columns: reviewColumns,
  examples: [
    "cr review 3 --space Handbook --approve",
    'cr review 3 --space Handbook --request-changes --body "The table is hard to read."',
  ],
});

/** @throws UsageError unless exactly one of the two flags is given */
function withVerdict({ status, requestChanges, ...input }: JsonObject): JsonObject {
  const [approves, refuses] = [status === true, requestChanges === true];
  // A body from a file contains the status as in the API.
  if (typeof status === "string" && !refuses) return { ...input, status };
  if (approves === refuses) {
    throw new UsageError("Specify either --approve or --request-changes.");
  }
  return { ...input, status: approves ? "approved" : "changes-requested" };
}

export const reviews = query([contract.get, contract.list], {
  summary: "List or show the reviews of a change request",
  columns: reviewColumns,
  emptyText: "No reviews match.",
  examples: ["cr reviews 3 --space Handbook", "cr reviews 3 --space Handbook --no-outdated"],
});

export const reviewers = query(contract.requestedReviewers, {
  columns: [
    { header: "USER", path: "user.id", as: "id" },
    { header: "NAME", path: "user.displayName", as: "title" },
    { header: "REQUESTED BY", path: "requestedBy.displayName" },
    createdColumn,
  ],
  emptyText: "No reviews requested.",
});

export const requestReview = mutation(contract.request, {
  doneText: "Requested a review.",
  toOutcome: describeReviewRequest,
  loadNextStep: () =>
    import("../features/change-requests/review-hints.ts").then((m) => m.suggestAfterReviewRequest),
  columns: [{ header: "USERS", path: "users", as: "list" }],
  examples: [
    "cr request-review 3 --space Handbook --reviewer ada@example.com --reviewer grace@example.com",
  ],
});

export const unrequestReview = mutation(contract.unrequest, {
  doneText: "Canceled the review request for {userId}.",
  absentText: "No review request for {userId}. No changes were made.",
  arguments: ["changeRequestId", "userId"],
  examples: ["cr unrequest-review 3 ada@example.com --space Handbook"],
});
