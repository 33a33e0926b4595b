/** The public profile of a user, served at `urls.location` to any authenticated caller. */
import { ApiError } from "../../../../errors.ts";
import { createJsonResponse } from "../../../core/deferred-response.ts";
import type { PublicHandler } from "../../../core/public-route.ts";
import { presentUser } from "../../../core/rows/users.ts";
import type { Queries } from "../../../database/tables.ts";

/**
 * Whether the caller is an active member of an organization to which the user belongs.
 * @param boundTo if set, only this organization is considered
 */
export async function shareOrganization(
  db: Queries,
  user: string,
  caller: string,
  boundTo: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom("members as theirs")
    .innerJoin("members as own", "own.organization_id", "theirs.organization_id")
    .select("theirs.organization_id")
    .where("theirs.user_id", "=", user)
    .where("own.user_id", "=", caller)
    .where("own.disabled", "=", 0)
    .$if(boundTo !== undefined, (query) => query.where("own.organization_id", "=", boundTo ?? ""))
    .executeTakeFirst();
  return row !== undefined;
}

/** The email address is visible only to the user and to members of the same organizations. */
export const answerUser: PublicHandler = async ({ db, caller, boundTo, base, path }) => {
  const { userId = "" } = path;
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row) throw new ApiError(404, `User ${userId} not found. Check the id.`, { field: "userId" });
  const { email, ...publicFields } = presentUser(row, base);
  const isColleague = await shareOrganization(db, userId, caller, boundTo);
  return createJsonResponse(
    200,
    isColleague || caller === userId ? { ...publicFields, email } : publicFields,
  );
};
