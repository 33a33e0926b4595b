/** All built-in rules, in the order of their findings. */
import { organizationRules } from "./organization-rules.ts";
import { ownRules } from "./own-rules.ts";
import { repositoryRules } from "./repository-rules.ts";
import type { CheckRule } from "./rule.ts";

export const allRules: readonly CheckRule[] = [
  ...repositoryRules,
  ...organizationRules,
  ...ownRules,
];
