/** Merge rules of a space or an organization. */
import * as z from "zod/mini";

/** @param person model of a reviewer: an id in the API, an email address in a file */
export const createRuleModel = (person: z.ZodMiniType<string>) =>
  z.discriminatedUnion("rule", [
    z.strictObject({
      rule: z.enum([
        "require_specific_reviewers",
        "require_one_of_specific_reviewers",
        "allow_bypass",
      ]),
      users: z.array(person),
    }),
    z.strictObject({
      rule: z.enum([
        "require_at_least_one_review",
        "require_at_least_one_approved_review",
        "require_all_reviews_approved",
        "require_agent_review",
        "require_up_to_date_change_request",
        "require_change_request_subject",
        "require_change_request_description",
        "require_author_to_merge",
      ]),
    }),
    z.strictObject({
      rule: z.literal("custom"),
      expression: z.string().check(z.maxLength(1024)),
      /** Message if the expression is false. */
      message: z.optional(z.string()),
    }),
  ]);

const rule = createRuleModel(z.string());
const rules = z.strictObject({ type: z.literal("rules"), rules: z.array(rule) });
const none = z.strictObject({ type: z.literal("none") });
const inherit = z.strictObject({ type: z.literal("inherit") });

export const organizationMergeRules = z.discriminatedUnion("type", [rules, none]);
export const spaceMergeRules = z.discriminatedUnion("type", [rules, none, inherit]);
export type OrganizationMergeRules = z.infer<typeof organizationMergeRules>;
export type SpaceMergeRules = z.infer<typeof spaceMergeRules>;
