/** Who had a hand in a change request. */

import type { Queries } from "../database/tables.ts";
import type { Acting } from "./caller.ts";

/** Notes that the caller had one. */
export async function noteContributor(call: Acting, changeRequestId: string): Promise<void> {
  await call.db
    .insertInto("change_request_contributors")
    .values({ change_request_id: changeRequestId, user_id: call.caller })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those who created or edited a change request. */
export async function contributorsTo(
  db: Queries,
  changeRequestId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("change_request_contributors")
    .select("user_id")
    .where("change_request_id", "=", changeRequestId)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
