/** Parser of fault plans, with errors that name the invalid part. */
import { check } from "../../../contract/check.ts";
import type { FieldsInput } from "../../../contract/fields.ts";
import { integer, json, optional } from "../../../contract/fields.ts";
import { ApiError } from "../../../errors.ts";
import { findNearest } from "../../../json/nearest.ts";
import type { FaultRule } from "./plan.model.ts";

const loadRules = () => import("./plan.model.ts").then((m) => m.faultRules);

/** The fields of a fault plan. */
export const planFields = {
  seed: optional(integer("Seed of the random numbers", { min: 0 })),
  rules: json(loadRules, "Rules; the first rule that injects a fault applies"),
};

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
}

const usualSeed = 1;

/**
 * @param operations the names of all operations
 * @throws ApiError 400 with the path, such as `rules.2.status must be at most 599, not 700.`
 */
export async function parseFaultPlan(
  document: unknown,
  operations: readonly string[],
): Promise<FaultPlan> {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new ApiError(400, 'A fault plan must be an object with "rules" and optionally a "seed".');
  }
  const [fault] = await check(planFields, document);
  if (fault) {
    const path = fault.path.join(".");
    throw new ApiError(400, `${path} ${fault.rule}.`, { field: path });
  }
  const plan = document as FieldsInput<typeof planFields>;
  for (const [index, rule] of plan.rules.entries()) refuseUnknown(rule, index, operations);
  return { seed: plan.seed ?? usualSeed, rules: plan.rules };
}

function refuseUnknown(rule: FaultRule, index: number, operations: readonly string[]): void {
  for (const name of [rule.operation ?? []].flat()) {
    if (operations.includes(name)) continue;
    const path = `rules.${index}.operation`;
    const suggestion = findNearest(name, operations);
    const guess = suggestion === undefined ? "." : `; did you mean ${suggestion}?`;
    throw new ApiError(400, `Unknown operation ${name} in ${path}${guess}`, {
      field: path,
    });
  }
}
