/** The check of a condition before it is kept. */
import { Problem } from "../../../errors.ts";
import { ConditionFault, parseCondition } from "../../engines/condition.ts";

/** @throws Problem 400 that names the character at fault */
export async function refuseBadCondition(condition: string | null | undefined): Promise<void> {
  if (condition === null || condition === undefined) return;
  try {
    await parseCondition(condition);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Problem(400, `condition has a fault at character ${error.position}: ${error.rule}.`, {
      field: "condition",
    });
  }
}
