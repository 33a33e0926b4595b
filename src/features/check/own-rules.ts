/** Rules for the configuration of `tome check`. */
import type { CheckConfig } from "./configuration.ts";
import type { CheckRule, RawFinding } from "./rule.ts";

export const ownRules: readonly CheckRule[] = [
  {
    id: "allow-expired",
    title: "Expired allowances",
    over: "repository",
    level: "error",
    finds: "An entry under `allow` has a date in the past.",
    why: "`tome check` reports the finding again after that date.",
    fix: "Fix the finding and remove the entry, or review it and set a later date.",
    parameters: {},
  },
];

/** @param today such as 2026-12-31 */
export function findExpired({ allow, file }: CheckConfig, today: string): RawFinding[] {
  return allow
    .filter(({ until }) => until < today)
    .map(({ rule, id, target, until, why, line }) => {
      const what = [rule, id, target].filter((one) => one !== undefined).join(" ");
      return {
        rule: "allow-expired",
        id: what,
        target: until,
        title: what,
        message: `${rule} was allowed until ${until}: ${why}`,
        ...(file !== undefined && { file, line }),
      };
    });
}
