/** Hints after a review or a review request. */
import { expect, test } from "vitest";
import {
  suggestAfterReview,
  suggestAfterReviewRequest,
} from "../../../src/features/change-requests/review-hints.ts";
import { ids, openReviewed } from "../../support/organizations/reviewed-change-request.ts";

type World = Parameters<typeof openReviewed>[0];

const look = "To show its status: tome cr view R1 --space S1";

test.each<readonly [string, World, string]>([
  ["nothing is missing", { rules: [{ rule: "require_change_request_subject" }] }, look],
  ["the platform decides", { rules: [{ rule: "custom", message: "Ask" }] }, look],
  [
    "rules are missing",
    {
      rules: [
        { rule: "require_change_request_subject" },
        { rule: "require_change_request_description" },
        { rule: "require_specific_reviewers", users: ["U1", "U5"] },
      ],
    },
    `The change request cannot be merged yet: a description is required; Ada must approve it; Linus must approve it. ${look}`,
  ],
])("after a review: %s", async (_, world, expected) => {
  expect(await suggestAfterReview(openReviewed(world).context, ids)).toBe(expected);
});

test("programs get no hints, and no requests are sent for them", async () => {
  const { context, sent } = openReviewed({ choice: { format: "json" } });
  expect(await suggestAfterReview(context, ids)).toBeUndefined();
  expect(await suggestAfterReviewRequest(context, ids, { users: [] })).toBeUndefined();
  expect(sent).toEqual([]);
});

const ada = { id: "U1", displayName: "Ada", email: "ada@example.com" };
const bob = { id: "U2", displayName: "Bob" };
const users = [{ user: ada }, { user: bob }];

test("a draft is opened first", async () => {
  const { context } = openReviewed({ cr: { status: "draft" } });
  expect(await suggestAfterReviewRequest(context, ids, { users })).toBe(
    "The change request is a draft. To open it: tome cr update R1 --space S1 --status open",
  );
});

test.each([
  [{ U1: "review", U2: "admin" }, undefined],
  [
    { U1: "review", U2: "comment" },
    "Bob has comment. To grant it: tome space permission grant S1 --role review --user U2",
  ],
  [
    { U2: "read" },
    "Ada <ada@example.com> has none, Bob has read. To grant it: tome space permission grant S1 --role review --user ada@example.com --user U2",
  ],
])("reviewers with the roles %j", async (roles, expected) => {
  const permissions = Object.entries(roles).map(([id, permission]) => ({
    user: { id },
    permission,
  }));
  const { context } = openReviewed({ permissions });
  expect(await suggestAfterReviewRequest(context, ids, { users })).toBe(
    expected && `Reviewing requires the role review in the space, and ${expected}`,
  );
});
