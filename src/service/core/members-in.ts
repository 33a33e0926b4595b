/** The check that people named in a request are members of the organization. */
import { Problem } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";

/** So many ids go into one query; databases limit the parameters of a statement. */
const batch = 500;

/**
 * @param field the field that names them
 * @returns their ids, each once
 * @throws Problem 400 that names the first who is no member
 */
export async function membersIn(
  db: Queries,
  organizationId: string,
  field: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const named = [...new Set(userIds)];
  const unknown = new Set(named);
  for (let start = 0; start < named.length; start += batch) {
    const members = await db
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organizationId)
      .where("user_id", "in", named.slice(start, start + batch))
      .execute();
    for (const member of members) unknown.delete(member.user_id);
  }
  const [first] = unknown;
  if (first === undefined) return named;
  throw new Problem(
    400,
    `${field} names user ${first}, who is not a member of the organization; name members only.`,
    { field },
  );
}
