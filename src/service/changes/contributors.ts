/** Who had a hand in a change request. */
import type { Acting } from "../acting.ts";

/** Notes that the caller had one. */
export async function noteContributor(call: Acting, changeRequestId: string): Promise<void> {
  await call.db
    .insertInto("change_request_contributors")
    .values({ change_request_id: changeRequestId, user_id: call.caller })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
