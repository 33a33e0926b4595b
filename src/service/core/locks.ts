/** Makes changes to one space, or to one tree of collections, wait for each other. */
import type { Queries } from "../database/tables.ts";

/**
 * If the database runs several transactions at once, two of them could otherwise assign the same
 * number, or build upon the same revision. Writing a row takes its lock in every database.
 * What was read before the lock must be read again.
 */
export async function lockSpace(db: Queries, spaceId: string): Promise<void> {
  await db
    .updateTable("spaces")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", spaceId)
    .execute();
}

/** The same for the trees of organizations: two moves could otherwise close a circle, or share a rank. */
export async function lockTree(db: Queries, ...organizationIds: string[]): Promise<void> {
  for (const id of organizationIds.toSorted()) {
    await db
      .updateTable("organizations")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("id", "=", id)
      .execute();
  }
}
