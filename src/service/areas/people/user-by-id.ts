/** What anyone with a token may know of a person: where the address of a person in answers leads. */
import { Problem } from "../../../errors.ts";
import { json } from "../../core/answers.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { presentUser } from "../../core/users.ts";

/** The email address is told only to the person, and to those in an organization with them. */
export const userById: PublicHandler = async ({ db, caller, base, path }) => {
  const { userId = "" } = path;
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row) throw new Problem(404, `There is no user ${userId}.`, { field: "userId" });
  const { email, ...known } = presentUser(row, base);
  const shared = await db
    .selectFrom("members as theirs")
    .innerJoin("members as own", "own.organization_id", "theirs.organization_id")
    .select("theirs.organization_id")
    .where("theirs.user_id", "=", userId)
    .where("own.user_id", "=", caller)
    .executeTakeFirst();
  return json(200, shared || caller === userId ? { ...known, email } : known);
};
