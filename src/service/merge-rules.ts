/** The check of merge rules that a model cannot make: the people they name must be members. */
import type { SpaceMergeRules } from "../contract/merge-rules.model.ts";
import { Problem } from "../errors.ts";
import type { Queries } from "./database/tables.ts";

/** So many ids go into one query; databases limit the parameters of a statement. */
const batch = 500;

/** @throws Problem 400 that names the first user who is not in the organization */
export async function checkReviewers(
  db: Queries,
  organizationId: string,
  mergeRules: SpaceMergeRules | undefined,
): Promise<void> {
  if (mergeRules?.type !== "rules") return;
  const named = new Set(mergeRules.rules.flatMap((rule) => ("users" in rule ? rule.users : [])));
  const ids = [...named];
  for (let start = 0; start < ids.length; start += batch) {
    const members = await db
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organizationId)
      .where("user_id", "in", ids.slice(start, start + batch))
      .execute();
    for (const member of members) named.delete(member.user_id);
  }
  const [unknown] = named;
  if (unknown !== undefined) {
    throw new Problem(
      400,
      `mergeRules names user ${unknown}, who is not a member of the organization; name members only.`,
      { field: "mergeRules" },
    );
  }
}
