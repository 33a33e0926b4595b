/** What the merge rules of the fixed kinds still require, from what is known of a change request. */
import type { SpaceMergeRules } from "./merge-rules.model.ts";

export type MergeRule = Extract<SpaceMergeRules, { type: "rules" }>["rules"][number];

export interface MergeFacts {
  readonly createdBy: string;
  /** Those who created or edited it. */
  readonly contributors: ReadonlySet<string>;
  /** The caller. */
  readonly merger: string;
  readonly hasSubject: boolean;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The newest review of each person who may still review. */
  readonly reviews: readonly {
    readonly reviewer: string;
    readonly status: "approved" | "changes-requested";
    /** Whether it covers the content to be merged: there was no edit since. */
    readonly isOfThisContent: boolean;
    /** Whether this person was asked to review again since. */
    readonly isRequestedAgain: boolean;
  }[];
}

/**
 * What one rule of the fixed kinds still requires.
 * @param nameOf a person's name by the id
 * @returns clauses that follow "cannot be merged yet:"; none if the rule is met
 */
export function describeMissing(
  rule: MergeRule,
  facts: MergeFacts,
  getName: (id: string) => string,
): readonly string[] {
  const current = facts.reviews.filter(isCurrent);
  // A review of one's own text does not count.
  const byOthers = current.filter(({ reviewer }) => !facts.contributors.has(reviewer));
  const approvedBy = (user: string) =>
    current.some((review) => review.reviewer === user && review.status === "approved");
  // Those who reviewed it before the last edit have to review it again.
  const isEdited = facts.reviews.some((review) => !review.isOfThisContent);
  const again = isEdited ? edited : "";
  switch (rule.rule) {
    case "require_specific_reviewers":
      return rule.users
        .filter((user) => !approvedBy(user))
        .map((user) => `${getName(user)} must approve it${again}`);
    case "require_one_of_specific_reviewers":
      return rule.users.some(approvedBy)
        ? []
        : [`one of ${rule.users.map(getName).join(", ")} must approve it${again}`];
    case "require_at_least_one_review":
      return byOthers.length > 0 ? [] : [`${someoneElse} must review it${again}`];
    case "require_at_least_one_approved_review":
      return byOthers.some(({ status }) => status === "approved")
        ? []
        : [`${someoneElse} must approve it${again}`];
    case "require_author_to_merge":
      return facts.merger === facts.createdBy
        ? []
        : [`only ${getName(facts.createdBy)}, who created it, can merge it`];
    case "require_all_reviews_approved":
      return facts.reviews.flatMap((review) => {
        const name = getName(review.reviewer);
        if (review.status !== "approved") return [`${name} requested changes`];
        if (isCurrent(review)) return [];
        const why = review.isOfThisContent ? " because another review was requested" : edited;
        return [`${name} must approve it again${why}`];
      });
    case "require_agent_review":
      return ["an agent must review it, but this platform has no agents"];
    case "require_up_to_date_change_request":
      return facts.outdated ? ["the space has changed, so it must be updated first"] : [];
    case "require_change_request_subject":
      return facts.hasSubject ? [] : ["a subject is required"];
    case "require_change_request_description":
      return facts.hasDescription ? [] : ["a description is required"];
    case "custom":
    case "allow_bypass":
      return [];
  }
}

const someoneElse = "a user who neither created nor edited it";
const edited = " because it was edited after the review";

function isCurrent({ isOfThisContent, isRequestedAgain }: MergeFacts["reviews"][number]): boolean {
  return isOfThisContent && !isRequestedAgain;
}
