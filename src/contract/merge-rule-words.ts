/** Words of the command line for merge rules that are often wanted. */
import type { OrganizationMergeRules } from "./merge-rules.model.ts";

/** Anybody else has to approve, and nobody in particular. */
export const approval: OrganizationMergeRules = {
  type: "rules",
  rules: [{ rule: "require_at_least_one_approved_review" }],
};

export const none: OrganizationMergeRules = { type: "none" };
