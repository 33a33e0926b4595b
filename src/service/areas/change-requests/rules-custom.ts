/** The merge rules that are expressions over the space, the change request, its reviews and who merges. */
import { Problem } from "../../../errors.ts";
import { type Found, presentChangeRequests } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { presentSpace, selectSpaces } from "../../core/space-rows.ts";
import { usersById } from "../../core/users.ts";
import { ConditionFault, type ParsedExpression, parseExpression } from "../../engines/condition.ts";
import { presentReviews } from "./review-lists.ts";
import { isOutdatedReview, reviewsStanding, revisionsProposingTheSame } from "./review-standing.ts";
import type { Rule } from "./rules-missing.ts";

type CustomRule = Extract<Rule, { rule: "custom" }>;

/** What an expression may read: each as the API answers it to whoever merges. */
const roots = ["space", "changeRequest", "reviews", "actor"] as const;

/**
 * @returns clauses that follow "cannot be merged yet:", one for each rule that does not hold
 * @throws Problem 501 for an expression of a form that is not known here
 */
export async function customMissing(
  call: Call,
  found: Found,
  rules: readonly Rule[],
): Promise<readonly string[]> {
  const custom = rules.filter((rule): rule is CustomRule => rule.rule === "custom");
  if (custom.length === 0) return [];
  const scope = await scopeOf(call, found);
  const wants: string[] = [];
  for (const { expression, message } of custom) {
    const { read } = await understood(expression);
    if (!read(scope)) wants.push(message ?? `the rule ${JSON.stringify(expression)} has to hold`);
  }
  return wants;
}

async function scopeOf(
  call: Call,
  { space, row }: Found,
): Promise<Record<(typeof roots)[number], unknown>> {
  const ofSpace = await selectSpaces(call)
    .where("spaces.id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  // The oldest first. A rule that counts approvals is not to count one of other content, and a
  // request for changes does not vanish from a rule that looks for it.
  const same = await revisionsProposingTheSame(call.db, row);
  const standing = await reviewsStanding(call, row);
  const reviews = standing.filter(
    (review) => review.status === "changes-requested" || !isOutdatedReview(review, same),
  );
  return {
    space: presentSpace(ofSpace, space.role, call.base),
    changeRequest: (await presentChangeRequests(call, [row]))(row),
    reviews: reviews.map(await presentReviews(call, { space, row }, reviews)),
    actor: (await usersById(call, [call.caller]))(call.caller),
  };
}

async function understood(expression: string): Promise<ParsedExpression> {
  try {
    return await parseExpression(expression, roots);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Problem(
      501,
      `The embedded platform cannot decide the custom merge rule ${JSON.stringify(expression)}, for what stands at character ${error.position}: such a rule reads ${roots.join(", ")}, compares values and combines that. Change the rule, or let someone whom a rule lets pass merge.`,
    );
  }
}
