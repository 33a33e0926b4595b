/** Locks that serialize changes to a space or to the collections of an organization. */
import type { Queries } from "../database/tables.ts";

/**
 * Locks a space. Concurrent transactions could otherwise assign the same number or build on the
 * same revision. Writing a row locks it in every database. Data that was read before the lock must
 * be read again.
 */
export async function lockSpace(db: Queries, spaceId: string): Promise<void> {
  await db
    .updateTable("spaces")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", spaceId)
    .execute();
}

/**
 * Locks the collection trees of organizations. Two concurrent moves could otherwise create a cycle
 * or use the same rank.
 */
export async function lockTree(db: Queries, ...organizationIds: string[]): Promise<void> {
  for (const id of organizationIds.toSorted()) {
    await db
      .updateTable("organizations")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("id", "=", id)
      .execute();
  }
}
