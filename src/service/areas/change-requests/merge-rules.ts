/** Merge rules: checks at the time of a merge, with the unmet requirements. */

import type { Document } from "../../../contract/document.model.ts";
import {
  describeMissing,
  type MergeFacts,
  type MergeRule,
} from "../../../contract/merge-requirements.ts";
import type {
  OrganizationMergeRules,
  SpaceMergeRules,
} from "../../../contract/merge-rules.model.ts";
import {
  ConditionFault,
  type ParsedExpression,
  parseExpression,
} from "../../../document/condition.ts";
import { collectText } from "../../../document/walk.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  isOutdated,
  loadContributors,
  presentChangeRequests,
} from "../../core/rows/change-request-rows.ts";
import { presentOneSpace, selectSpaces } from "../../core/rows/space-rows.ts";
import { loadUsersById } from "../../core/rows/users.ts";
import type { Queries } from "../../database/tables.ts";
import { presentReviews } from "./present.ts";
import {
  isOutdatedReview,
  readEquivalentRevisions,
  readStandingReviews,
} from "./review-standing.ts";

/**
 * Does nothing if a rule allows the caller to bypass all others.
 * @throws ApiError 412 with all unmet requirements, 501 for an unsupported custom rule
 */
export async function checkMergeRules(
  call: Call,
  { space, row }: ChangeRequestAccess,
): Promise<void> {
  const rules = await readRules(call.db, space.row.merge_rules, space.row.organization_id);
  if (rules.length === 0 || mayBypass(rules, call.caller)) return;
  const facts = await readFacts(call, row);
  const userIds = rules.flatMap((rule) => ("users" in rule ? rule.users : []));
  const reviewers = facts.reviews.map((review) => review.reviewer);
  const getName = await readNames(call, [...userIds, ...reviewers, facts.createdBy]);
  const fixed = rules.flatMap((rule) => describeMissing(rule, facts, getName));
  const missing =
    fixed.length > 0 ? fixed : await describeMissingCustom(call, { space, row }, rules);
  if (missing.length === 0) return;
  throw new ApiError(
    412,
    `Change request ${row.number} cannot be merged: ${[...new Set(missing)].join("; ")}.`,
  );
}

/** The rules of the space, or the inherited ones. */
async function readRules(
  db: Queries,
  spaceRules: string,
  organizationId: string,
): Promise<readonly MergeRule[]> {
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

function mayBypass(rules: readonly MergeRule[], caller: string): boolean {
  return rules.some((rule) => rule.rule === "allow_bypass" && rule.users.includes(caller));
}

async function readNames(call: Call, ids: readonly string[]): Promise<(id: string) => string> {
  const getUser = await loadUsersById(call, ids);
  return (id) => getUser(id).displayName;
}

type CustomMergeRule = Extract<MergeRule, { rule: "custom" }>;

/** The roots of expressions: objects as the API presents them to the merging user. */
const roots = ["space", "changeRequest", "reviews", "actor"] as const;

/**
 * The unmet custom rules.
 * @returns clauses that follow "cannot be merged:", one for each unmet rule
 * @throws ApiError 501 for an unsupported expression
 */
async function describeMissingCustom(
  call: Call,
  changeRequest: ChangeRequestAccess,
  rules: readonly MergeRule[],
): Promise<readonly string[]> {
  const custom = rules.filter((rule): rule is CustomMergeRule => rule.rule === "custom");
  if (custom.length === 0) return [];
  const scope = await readScope(call, changeRequest);
  const missing: string[] = [];
  for (const { expression, message } of custom) {
    const { read } = await parseRule(expression);
    if (!read(scope)) missing.push(message ?? `the rule ${JSON.stringify(expression)} is not met`);
  }
  return missing;
}

async function readScope(
  call: Call,
  { space, row }: ChangeRequestAccess,
): Promise<Record<(typeof roots)[number], unknown>> {
  // The role in the space is known, so grants and levels are not read again.
  const spaceRules = await selectSpaces(call, "admin")
    .where("spaces.id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  // Oldest first. Outdated approvals are omitted, so that a rule does not count them; a request for
  // changes remains until the reviewer reviews again.
  const same = await readEquivalentRevisions(call.db, row);
  const standing = await readStandingReviews(call, row);
  const reviews = standing.filter(
    (review) => review.status === "changes-requested" || !isOutdatedReview(review, same),
  );
  const present = await presentReviews(call, { space, row }, reviews, "stored");
  return {
    space: await presentOneSpace(call, spaceRules, space.role),
    changeRequest: (await presentChangeRequests(call, [row]))(row),
    // Presented as stored, because a merge should not convert comments to documents.
    reviews: await Promise.all(reviews.map((review) => present(review, call))),
    actor: (await loadUsersById(call, [call.caller]))(call.caller),
  };
}

async function parseRule(expression: string): Promise<ParsedExpression> {
  try {
    return await parseExpression(expression, roots);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new ApiError(
      501,
      `The custom merge rule ${JSON.stringify(expression)} is not supported by the local platform (character ${error.position}). Rules can read ${roots.join(", ")}, compare values and combine comparisons. Change the rule, or ask a user who may bypass the rules to merge.`,
    );
  }
}

async function readFacts(call: Call, row: ChangeRequestRow): Promise<MergeFacts> {
  const same = await readEquivalentRevisions(call.db, row);
  const reviews = await readStandingReviews(call, row);
  const description: Document | undefined =
    row.description === null ? undefined : JSON.parse(row.description);
  return {
    createdBy: row.created_by,
    contributors: await loadContributors(call.db, row.id),
    merger: call.caller,
    hasSubject: row.subject.trim() !== "",
    hasDescription: description?.nodes.some((node) => collectText(node).trim() !== "") ?? false,
    outdated: isOutdated(row),
    reviews: reviews.map(({ reviewer, status, revision_id, outdated }) => ({
      reviewer,
      status,
      isOfThisContent: same.includes(revision_id),
      isRequestedAgain: outdated !== 0,
    })),
  };
}
