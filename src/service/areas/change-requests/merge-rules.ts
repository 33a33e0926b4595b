/** Merge rules at the time of a merge: what is missing, and how to cure it. */

import type { Document } from "../../../contract/document.model.ts";
import type {
  OrganizationMergeRules,
  SpaceMergeRules,
} from "../../../contract/merge-rules.model.ts";
import { textIn } from "../../../document/walk.ts";
import { Problem } from "../../../errors.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  contributorsOf,
  isOutdated,
  presentChangeRequests,
} from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { presentSpace, selectSpaces } from "../../core/space-rows.ts";
import { usersById } from "../../core/users.ts";
import type { Queries } from "../../database/tables.ts";
import { ConditionFault, type ParsedExpression, parseExpression } from "../../engines/condition.ts";
import { presentReviews } from "./present.ts";
import {
  isOutdatedReview,
  readEquivalentRevisions,
  readStandingReviews,
} from "./review-standing.ts";

/**
 * Does nothing if a rule lets the caller bypass all others.
 * @throws Problem 412 that names everything missing at once, 501 for a custom rule that cannot be read
 */
export async function checkMergeRules(
  call: Call,
  { space, row }: ChangeRequestAccess,
): Promise<void> {
  const rules = await readRules(call.db, space.row.merge_rules, space.row.organization_id);
  if (rules.length === 0 || mayBypass(rules, call.caller)) return;
  const facts = await readFacts(call, row);
  const named = rules.flatMap((rule) => ("users" in rule ? rule.users : []));
  const reviewers = facts.reviews.map((review) => review.reviewer);
  const nameOf = await readNames(call, [...named, ...reviewers, facts.createdBy]);
  const fixed = rules.flatMap((rule) => describeMissing(rule, facts, nameOf));
  const missing =
    fixed.length > 0 ? fixed : await describeMissingCustom(call, { space, row }, rules);
  if (missing.length === 0) return;
  throw new Problem(
    412,
    `Change request ${row.number} cannot be merged yet: ${[...new Set(missing)].join("; ")}.`,
  );
}

/** The rules of the space, or those that it inherits. */
async function readRules(
  db: Queries,
  spaceRules: string,
  organizationId: string,
): Promise<readonly Rule[]> {
  let rules: SpaceMergeRules | OrganizationMergeRules = JSON.parse(spaceRules);
  if (rules.type === "inherit") {
    const { merge_rules } = await db
      .selectFrom("organizations")
      .select("merge_rules")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    rules = JSON.parse(merge_rules);
  }
  return rules.type === "rules" ? rules.rules : [];
}

function mayBypass(rules: readonly Rule[], caller: string): boolean {
  return rules.some((rule) => rule.rule === "allow_bypass" && rule.users.includes(caller));
}

async function readNames(call: Call, ids: readonly string[]): Promise<(id: string) => string> {
  const userOf = await usersById(call, ids);
  return (id) => userOf(id).displayName;
}

type Rule = Extract<SpaceMergeRules, { type: "rules" }>["rules"][number];

/**
 * What one rule of the fixed kinds still requires.
 * @param nameOf a person's name by the id
 * @returns clauses that follow "cannot be merged yet:"; none if the rule is met
 */
function describeMissing(
  rule: Rule,
  facts: Facts,
  nameOf: (id: string) => string,
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

function isCurrent({ isOfThisContent, isRequestedAgain }: Facts["reviews"][number]): boolean {
  return isOfThisContent && !isRequestedAgain;
}

type CustomRule = Extract<Rule, { rule: "custom" }>;

/** What an expression may read: each as the API presents it to the person who merges. */
const roots = ["space", "changeRequest", "reviews", "actor"] as const;

/**
 * What the rules that are expressions still require.
 * @returns clauses that follow "cannot be merged yet:", one for each rule that does not hold
 * @throws Problem 501 for an expression that cannot be read
 */
async function describeMissingCustom(
  call: Call,
  changeRequest: ChangeRequestAccess,
  rules: readonly Rule[],
): Promise<readonly string[]> {
  const custom = rules.filter((rule): rule is CustomRule => rule.rule === "custom");
  if (custom.length === 0) return [];
  const scope = await readScope(call, changeRequest);
  const missing: string[] = [];
  for (const { expression, message } of custom) {
    const { read } = await parseRule(expression);
    if (!read(scope)) missing.push(message ?? `the rule ${JSON.stringify(expression)} has to hold`);
  }
  return missing;
}

async function readScope(
  call: Call,
  { space, row }: ChangeRequestAccess,
): Promise<Record<(typeof roots)[number], unknown>> {
  const spaceRules = await selectSpaces(call)
    .where("spaces.id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  // The oldest first. Outdated approvals are left out, so that a rule does not count them; a request
  // for changes stays until the person reviews again.
  const same = await readEquivalentRevisions(call.db, row);
  const standing = await readStandingReviews(call, row);
  const reviews = standing.filter(
    (review) => review.status === "changes-requested" || !isOutdatedReview(review, same),
  );
  return {
    space: presentSpace(spaceRules, space.role, call.base),
    changeRequest: (await presentChangeRequests(call, [row]))(row),
    reviews: reviews.map(await presentReviews(call, { space, row }, reviews)),
    actor: (await usersById(call, [call.caller]))(call.caller),
  };
}

async function parseRule(expression: string): Promise<ParsedExpression> {
  try {
    return await parseExpression(expression, roots);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Problem(
      501,
      `The embedded platform cannot decide the custom merge rule ${JSON.stringify(expression)}, for what stands at character ${error.position}: such a rule reads ${roots.join(", ")}, compares values and combines that. Change the rule, or let someone merge who may bypass the rules.`,
    );
  }
}

interface Facts {
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

async function readFacts(call: Call, row: ChangeRequestRow): Promise<Facts> {
  const same = await readEquivalentRevisions(call.db, row);
  const reviews = await readStandingReviews(call, row);
  const description: Document | undefined =
    row.description === null ? undefined : JSON.parse(row.description);
  return {
    createdBy: row.created_by,
    contributors: await contributorsOf(call.db, row.id),
    merger: call.caller,
    hasSubject: row.subject.trim() !== "",
    hasDescription: description?.nodes.some((node) => textIn(node).trim() !== "") ?? false,
    outdated: isOutdated(row),
    reviews: reviews.map(({ reviewer, status, revision_id, outdated }) => ({
      reviewer,
      status,
      isOfThisContent: same.includes(revision_id),
      isRequestedAgain: outdated !== 0,
    })),
  };
}
