/** What anyone with a token may know of a user: the answer at `urls.location` of every user. */
import { Problem } from "../../../errors.ts";
import { json } from "../../core/answers.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { presentUser } from "../../core/users.ts";
import type { Queries } from "../../database/tables.ts";

/**
 * Whether the caller is an active member of an organization that the user belongs to.
 * @param boundTo the only organization that counts, if it is given
 */
export async function shareOrganization(
  db: Queries,
  user: string,
  caller: string,
  boundTo: string | undefined,
): Promise<boolean> {
  const shared = await db
    .selectFrom("members as theirs")
    .innerJoin("members as own", "own.organization_id", "theirs.organization_id")
    .select("theirs.organization_id")
    .where("theirs.user_id", "=", user)
    .where("own.user_id", "=", caller)
    .where("own.disabled", "=", 0)
    .$if(boundTo !== undefined, (query) => query.where("own.organization_id", "=", boundTo ?? ""))
    .executeTakeFirst();
  return shared !== undefined;
}

/** Only the person and people who share an organization with them get the email address. */
export const userById: PublicHandler = async ({ db, caller, boundTo, base, path }) => {
  const { userId = "" } = path;
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row) throw new Problem(404, `There is no user ${userId}.`, { field: "userId" });
  const { email, ...publicFields } = presentUser(row, base);
  const shared = await shareOrganization(db, userId, caller, boundTo);
  return json(200, shared || caller === userId ? { ...publicFields, email } : publicFields);
};
