/** The check of merge rules that a model cannot make: the people they name must be members. */
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import { membersIn } from "../../core/members-in.ts";
import type { Queries } from "../../database/tables.ts";

/** @throws Problem 400 that names the first user who is not in the organization */
export async function checkReviewers(
  db: Queries,
  organizationId: string,
  mergeRules: SpaceMergeRules | undefined,
): Promise<void> {
  if (mergeRules?.type !== "rules") return;
  const named = mergeRules.rules.flatMap((rule) => ("users" in rule ? rule.users : []));
  await membersIn(db, organizationId, "mergeRules", named);
}
