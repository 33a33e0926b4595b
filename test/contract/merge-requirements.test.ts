import { expect, test } from "vitest";
import {
  describeMissing,
  type MergeFacts,
  type MergeRule,
} from "../../src/contract/merge-requirements.ts";

const facts: MergeFacts = {
  createdBy: "ada",
  contributors: new Set(["ada"]),
  merger: "ada",
  hasSubject: true,
  hasDescription: true,
  outdated: false,
  reviews: [],
};

type Review = MergeFacts["reviews"][number];

function review(reviewer: string, changes: Partial<Review> = {}): Review {
  return {
    reviewer,
    status: "approved",
    isOfThisContent: true,
    isRequestedAgain: false,
    ...changes,
  };
}

const edited = " because it was edited after the review";
const other = "a user who neither created nor edited it";
const specific: MergeRule = { rule: "require_specific_reviewers", users: ["bob", "cid"] };
const oneOf: MergeRule = { rule: "require_one_of_specific_reviewers", users: ["bob", "cid"] };
const reviewed: MergeRule = { rule: "require_at_least_one_review" };
const approved: MergeRule = { rule: "require_at_least_one_approved_review" };
const all: MergeRule = { rule: "require_all_reviews_approved" };
const rejects = { status: "changes-requested" } as const;
const before = { isOfThisContent: false } as const;
const again = { isRequestedAgain: true } as const;

const cases: readonly [MergeRule, Partial<MergeFacts>, readonly string[]][] = [
  [specific, {}, ["BOB must approve it", "CID must approve it"]],
  [specific, { reviews: [review("bob")] }, ["CID must approve it"]],
  [specific, { reviews: [review("bob", rejects), review("cid")] }, ["BOB must approve it"]],
  [specific, { reviews: [review("bob", before), review("cid")] }, [`BOB must approve it${edited}`]],
  [specific, { reviews: [review("bob", again), review("cid")] }, ["BOB must approve it"]],
  [oneOf, {}, ["one of BOB, CID must approve it"]],
  [oneOf, { reviews: [review("cid")] }, []],
  [oneOf, { reviews: [review("dan")] }, ["one of BOB, CID must approve it"]],
  [oneOf, { reviews: [review("cid", before)] }, [`one of BOB, CID must approve it${edited}`]],
  [reviewed, {}, [`${other} must review it`]],
  [reviewed, { reviews: [review("ada")] }, [`${other} must review it`]],
  [reviewed, { reviews: [review("bob", rejects)] }, []],
  [reviewed, { reviews: [review("bob", again)] }, [`${other} must review it`]],
  [reviewed, { reviews: [review("bob", before)] }, [`${other} must review it${edited}`]],
  [approved, { reviews: [review("bob", rejects)] }, [`${other} must approve it`]],
  [approved, { reviews: [review("ada"), review("bob", rejects)] }, [`${other} must approve it`]],
  [approved, { reviews: [review("bob", rejects), review("cid")] }, []],
  [approved, { reviews: [review("cid", before)] }, [`${other} must approve it${edited}`]],
  [{ rule: "require_author_to_merge" }, {}, []],
  [
    { rule: "require_author_to_merge" },
    { merger: "bob" },
    ["only ADA, who created it, can merge it"],
  ],
  [all, {}, []],
  [all, { reviews: [review("bob"), review("cid", rejects)] }, ["CID requested changes"]],
  [all, { reviews: [review("bob", { ...rejects, ...before })] }, ["BOB requested changes"]],
  [
    all,
    {
      reviews: [
        review("bob", again),
        review("cid", before),
        review("dan", { ...before, ...again }),
      ],
    },
    [
      "BOB must approve it again because another review was requested",
      `CID must approve it again${edited}`,
      `DAN must approve it again${edited}`,
    ],
  ],
  [
    { rule: "require_agent_review" },
    {},
    ["an agent must review it, but this platform has no agents"],
  ],
  [{ rule: "require_up_to_date_change_request" }, {}, []],
  [
    { rule: "require_up_to_date_change_request" },
    { outdated: true },
    ["the space has changed, so it must be updated first"],
  ],
  [{ rule: "require_change_request_subject" }, { hasDescription: false }, []],
  [{ rule: "require_change_request_subject" }, { hasSubject: false }, ["a subject is required"]],
  [{ rule: "require_change_request_description" }, { hasSubject: false }, []],
  [
    { rule: "require_change_request_description" },
    { hasDescription: false },
    ["a description is required"],
  ],
];

test.each(cases)("%j with %j", (rule, changes, missing) => {
  expect(describeMissing(rule, { ...facts, ...changes }, (id) => id.toUpperCase())).toEqual(
    missing,
  );
});
