/** Removal of the change requests of a purged space; their comments are removed before. */
import type { Queries } from "../../database/tables.ts";

export async function removeChangeRequests(db: Queries, spaceId: string): Promise<void> {
  const ids = () => db.selectFrom("change_requests").select("id").where("space_id", "=", spaceId);
  for (const table of ["reviews", "review_requests", "change_request_contributors"] as const) {
    await db.deleteFrom(table).where("change_request_id", "in", ids()).execute();
  }
  await db.deleteFrom("change_requests").where("space_id", "=", spaceId).execute();
}
