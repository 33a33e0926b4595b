/** Unmet requirements of the built-in merge rules. */
import type { SpaceMergeRules } from "./merge-rules.model.ts";

export type MergeRule = Extract<SpaceMergeRules, { type: "rules" }>["rules"][number];

export interface MergeFacts {
  readonly createdBy: string;
  /** Users who created or edited the change request. */
  readonly contributors: ReadonlySet<string>;
  /** The authenticated user. */
  readonly merger: string;
  readonly hasSubject: boolean;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The latest review of each user who can still review. */
  readonly reviews: readonly {
    readonly reviewer: string;
    readonly status: "approved" | "changes-requested";
    /** Whether the review covers the content to be merged: no edits since. */
    readonly isOfThisContent: boolean;
    /** Whether another review was requested from this user since. */
    readonly isRequestedAgain: boolean;
  }[];
}

/**
 * Unmet requirements of one built-in rule.
 * @param getName returns the name of a user by id
 * @returns clauses that follow "cannot be merged yet:"; empty if the rule is met
 */
export function describeMissing(
  rule: MergeRule,
  facts: MergeFacts,
  getName: (id: string) => string,
): readonly string[] {
  const current = facts.reviews.filter(isCurrent);
  // Reviews by contributors do not count.
  const byOthers = current.filter(({ reviewer }) => !facts.contributors.has(reviewer));
  const approvedBy = (user: string) =>
    current.some((review) => review.reviewer === user && review.status === "approved");
  // Reviews before the last edit must be repeated.
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
