/** The verbs of `tome cr` that are about reviews. */
import type { Column } from "../context.ts";
import * as contract from "../contract/cr-review.ts";
import { flag, optional } from "../contract/fields.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { askedForReview } from "./outcomes.ts";
import { act, show } from "./verb.ts";

const reviewColumns: readonly Column[] = [
  idColumn,
  { header: "REVIEWER", path: "reviewer.displayName" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "OUTDATED", path: "outdated", as: "flag", means: { yes: "waiting" } },
  createdColumn,
  { header: "COMMENT", path: "comment.body.markdown", wide: true },
];

export const review = act(contract.create, {
  does: "Approve a change request, or ask for changes to it",
  extra: {
    status: optional(flag("Approve it", { flag: "approve" })),
    requestChanges: optional(flag("Ask for changes to it")),
  },
  shape: withVerdict,
  done: "Reviewed the change request: {status}.",
  nextForPerson: () =>
    import("../features/change-requests/review-hints.ts").then((m) => m.nextAfterReview),
  columns: reviewColumns,
  examples: [
    "cr review 3 --space Handbook --approve",
    'cr review 3 --space Handbook --request-changes --body "The table is hard to read."',
  ],
});

/** @throws UsageError unless exactly one of the two flags is given */
function withVerdict({ status, requestChanges, ...input }: JsonObject): JsonObject {
  const [approves, refuses] = [status === true, requestChanges === true];
  // A body from a file has the status as the API names it.
  if (typeof status === "string" && !refuses) return { ...input, status };
  if (approves === refuses) {
    throw new UsageError(
      "A review is one of --approve and --request-changes; give exactly one of them.",
    );
  }
  return { ...input, status: approves ? "approved" : "changes-requested" };
}

export const reviews = show([contract.get, contract.list], {
  does: "List the reviews of a change request, or show one",
  columns: reviewColumns,
  none: "There are no such reviews.",
  examples: ["cr reviews 3 --space Handbook", "cr reviews 3 --space Handbook --no-outdated"],
});

export const reviewers = show(contract.requestedReviewers, {
  columns: [
    { header: "USER", path: "user.id", as: "id" },
    { header: "NAME", path: "user.displayName", as: "title" },
    { header: "ASKED BY", path: "requestedBy.displayName" },
    createdColumn,
  ],
  none: "Nobody was asked for a review yet.",
});

export const requestReview = act(contract.request, {
  done: "Asked for a review.",
  outcome: askedForReview,
  nextForPerson: () =>
    import("../features/change-requests/review-hints.ts").then((m) => m.nextAfterAsking),
  columns: [{ header: "USERS", path: "users", as: "list" }],
  examples: [
    "cr request-review 3 --space Handbook --reviewer ada@example.com --reviewer grace@example.com",
  ],
});

export const unrequestReview = act(contract.unrequest, {
  done: "Took back that {userId} was asked for a review.",
  absent: "Nobody asked {userId} for a review.",
  arguments: ["changeRequestId", "userId"],
  examples: ["cr unrequest-review 3 ada@example.com --space Handbook"],
});
