/** The rules over the configuration of `tome check` itself. */
import type { Configuration } from "./configuration.ts";
import type { RawFinding, Rule } from "./rule.ts";

export const ownRules: readonly Rule[] = [
  {
    id: "allow-expired",
    title: "Allowances that have run out",
    over: "repository",
    level: "error",
    finds: "An entry under `allow` whose day is over.",
    why: "What it allowed was to be mended by then, and counts again.",
    mend: "Mend what it allowed and remove the entry, or look again and set another day.",
    parameters: {},
  },
];

/** @param today as 2026-12-31 */
export function findExpired({ allow, file }: Configuration, today: string): RawFinding[] {
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
