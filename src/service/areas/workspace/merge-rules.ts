/** Validation of the users in merge rules, which must be members. */
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import { requireMembers } from "../../core/rows/users.ts";
import type { Queries } from "../../database/tables.ts";

/** @throws ApiError 400 with the first user who is not a member of the organization */
export async function checkReviewers(
  db: Queries,
  organizationId: string,
  mergeRules: SpaceMergeRules | undefined,
): Promise<void> {
  if (mergeRules?.type !== "rules") return;
  const userIds = mergeRules.rules.flatMap((rule) => ("users" in rule ? rule.users : []));
  await requireMembers(db, organizationId, "mergeRules", userIds);
}
