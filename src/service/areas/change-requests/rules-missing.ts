/** What one merge rule still asks for. */
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type { Facts } from "./rules-facts.ts";

export type Rule = Extract<SpaceMergeRules, { type: "rules" }>["rules"][number];

/**
 * @param nameOf a person's name by the id
 * A custom rule is not for this function: rules-custom.ts works it out.
 * @returns clauses that follow "cannot be merged yet:"; none where the rule is kept
 */
export function missing(
  rule: Rule,
  facts: Facts,
  nameOf: (id: string) => string,
): readonly string[] {
  const current = facts.reviews.filter(isCurrent);
  // Nobody looks at their own text with fresh eyes.
  const byOthers = current.filter(({ reviewer }) => !facts.contributors.has(reviewer));
  const approvedBy = (user: string) =>
    current.some((review) => review.reviewer === user && review.status === "approved");
  // Whoever reviewed it before the last edit has to look at it once more.
  const isEdited = facts.reviews.some((review) => !review.isOfThisContent);
  const again = isEdited ? edited : "";
  switch (rule.rule) {
    case "require_specific_reviewers":
      return rule.users
        .filter((user) => !approvedBy(user))
        .map((user) => `${nameOf(user)} has to approve it${again}`);
    case "require_one_of_specific_reviewers":
      return rule.users.some(approvedBy)
        ? []
        : [`one of ${rule.users.map(nameOf).join(", ")} has to approve it${again}`];
    case "require_at_least_one_review":
      return byOthers.length > 0 ? [] : [`${someoneElse} has to review it${again}`];
    case "require_at_least_one_approved_review":
      return byOthers.some(({ status }) => status === "approved")
        ? []
        : [`${someoneElse} has to approve it${again}`];
    case "require_author_to_merge":
      return facts.merger === facts.createdBy
        ? []
        : [`only ${nameOf(facts.createdBy)}, who created it, may merge it`];
    case "require_all_reviews_approved":
      return facts.reviews.flatMap((review) => {
        const name = nameOf(review.reviewer);
        if (review.status !== "approved") return [`${name} has asked for changes`];
        if (isCurrent(review)) return [];
        const why = review.isOfThisContent ? ", as another review was asked for" : edited;
        return [`${name} has to approve it again${why}`];
      });
    case "require_agent_review":
      return ["an agent has to review it, and this platform has none"];
    case "require_up_to_date_change_request":
      return facts.outdated ? ["the space has moved on, so pull that in first"] : [];
    case "require_change_request_subject":
      return facts.hasSubject ? [] : ["it needs a subject"];
    case "require_change_request_description":
      return facts.hasDescription ? [] : ["it needs a description"];
    case "custom":
    case "allow_bypass":
      return [];
  }
}

const someoneElse = "someone who neither created nor edited it";
const edited = ", as it was edited after its review";

function isCurrent({ isOfThisContent, isAskedAgain }: Facts["reviews"][number]): boolean {
  return isOfThisContent && !isAskedAgain;
}
