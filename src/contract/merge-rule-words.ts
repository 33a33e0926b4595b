/** Command-line words for common merge rules. */
import type { OrganizationMergeRules } from "./merge-rules.model.ts";

/** Any other user must approve. */
export const approval: OrganizationMergeRules = {
  type: "rules",
  rules: [{ rule: "require_at_least_one_approved_review" }],
};

export const none: OrganizationMergeRules = { type: "none" };
