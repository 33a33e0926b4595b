/** Locks on the rows that a principal's permissions depend on, for databases of several processes. */
import type { Queries } from "../../database/tables.ts";
import type { Requester } from "../../jobs/principal.ts";

/**
 * Locks the rows until the end of the transaction, so that a revocation takes effect either before the
 * transaction or after it. If a row has changed since the transaction began, PostgreSQL reports a
 * serialization failure, and the transaction is retried with a new authentication.
 * @param db a serializable transaction of PostgreSQL
 */
export async function lockPermissions(db: Queries, principal: Requester): Promise<void> {
  if (principal.kind === "user" && principal.token !== undefined) {
    const { store, hash } = principal.token;
    await db.selectFrom(store).select("hash").where("hash", "=", hash).forShare().execute();
  }
  if (principal.kind === "installation") {
    await db
      .selectFrom("installations")
      .select("id")
      .where("id", "=", principal.installation)
      .forShare()
      .execute();
  }
  const { user } = principal;
  await db.selectFrom("members").select("role").where("user_id", "=", user).forShare().execute();
  await db
    .selectFrom("team_members")
    .select("role")
    .where("user_id", "=", user)
    .forShare()
    .execute();
  await db
    .selectFrom("grants")
    .select("strength")
    .where("holder_id", "=", user)
    .forShare()
    .execute();
}
