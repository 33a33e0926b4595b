/** What a pipeline is told of items: what was found in them, and which were not done. */
import { type Finding, Problem, Unsettled } from "../../errors.ts";
import type { Item } from "./items.ts";
import type { Ended } from "./workers.ts";

export function findingsOf({ at, place }: Item, outcome: Ended): readonly Finding[] {
  if (outcome.is === "done") return outcome.findings;
  const { error, report } = outcome;
  const own = error instanceof Problem || error instanceof Unsettled ? error.findings : [];
  if (own.length > 0) return own;
  return [
    {
      rule: `item-${outcome.is}`,
      level: outcome.is === "pending" ? "warning" : "error",
      message: report.message,
      place: place ?? { name: at },
    },
  ];
}
