/** Merge rules at the moment of a merge: what is missing, in words that say how to cure it. */
import type {
  OrganizationMergeRules,
  SpaceMergeRules,
} from "../../../contract/merge-rules.model.ts";
import { Problem } from "../../../errors.ts";
import type { Found } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { usersById } from "../../core/users.ts";
import type { Queries } from "../../database/tables.ts";
import { customMissing } from "./rules-custom.ts";
import { factsOf } from "./rules-facts.ts";
import { missing, type Rule } from "./rules-missing.ts";

/**
 * @throws Problem 412 that names everything missing at once, 501 for a custom rule of a form that is not known; never for those whom a rule lets pass
 */
export async function demandRules(call: Call, { space, row }: Found): Promise<void> {
  const rules = await rulesOf(call.db, space.row.merge_rules, space.row.organization_id);
  if (rules.length === 0 || mayBypass(rules, call.caller)) return;
  const facts = await factsOf(call, row);
  const named = rules.flatMap((rule) => ("users" in rule ? rule.users : []));
  const reviewers = facts.reviews.map((review) => review.reviewer);
  const nameOf = await names(call, [...named, ...reviewers, facts.createdBy]);
  const known = rules.flatMap((rule) => missing(rule, facts, nameOf));
  const wants = known.length > 0 ? known : await customMissing(call, { space, row }, rules);
  if (wants.length === 0) return;
  throw new Problem(
    412,
    `Change request ${row.number} cannot be merged yet: ${[...new Set(wants)].join("; ")}.`,
  );
}

/** The rules of the space, or those that it inherits. */
async function rulesOf(
  db: Queries,
  ofSpace: string,
  organizationId: string,
): Promise<readonly Rule[]> {
  let found: SpaceMergeRules | OrganizationMergeRules = JSON.parse(ofSpace);
  if (found.type === "inherit") {
    const { merge_rules } = await db
      .selectFrom("organizations")
      .select("merge_rules")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    found = JSON.parse(merge_rules);
  }
  return found.type === "rules" ? found.rules : [];
}

function mayBypass(rules: readonly Rule[], caller: string): boolean {
  return rules.some((rule) => rule.rule === "allow_bypass" && rule.users.includes(caller));
}

async function names(call: Call, ids: readonly string[]): Promise<(id: string) => string> {
  const userOf = await usersById(call, ids);
  return (id) => userOf(id).displayName;
}
