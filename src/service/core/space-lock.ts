/** Makes changes that belong to one space wait for each other. */
import type { Queries } from "../database/tables.ts";

/**
 * Where the database lets several transactions run at once, two of them could otherwise give the
 * same number, or build upon the same revision. Writing a row takes its lock in every database.
 * What is read before is to be read again after.
 */
export async function lockSpace(db: Queries, spaceId: string): Promise<void> {
  await db
    .updateTable("spaces")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", spaceId)
    .execute();
}
