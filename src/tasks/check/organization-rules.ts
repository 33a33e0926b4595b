/** The rules over an organization. */
import type { Rule } from "./rule.ts";

export const organizationRules: readonly Rule[] = [];
