/**
 * Repair of the queue after a wrong clock was ahead: otherwise, jobs enqueued with it would be
 * delayed by as long as it was ahead.
 */
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";

/** The clocks of machines, and adjustments of a clock, differ by less. */
const tolerance = 60 * 1000;
const day = 24 * 60 * 60 * 1000;

/**
 * Treats all jobs enqueued after this time as enqueued now, with their original delay, and all
 * spaces deleted after it as deleted now.
 * @returns a warning for the operator; undefined if nothing has a later time
 */
export async function rewind(db: Queries, now: Date): Promise<string | undefined> {
  const later = new Date(now.getTime() + tolerance).toISOString();
  // Read first, so that opening unaffected data writes nothing.
  const early = await db
    .selectFrom("jobs")
    .select(["id", "run_at", "created_at"])
    .where("state", "=", "waiting")
    .where("created_at", ">", later)
    .orderBy("created_at", "desc")
    .execute();
  const [latest] = early;
  if (latest === undefined) return undefined;
  const time = now.toISOString();
  await inTransaction(db, async (transaction) => {
    for (const { id, run_at, created_at } of early) {
      const wait = Date.parse(run_at) - Date.parse(created_at);
      await transaction
        .updateTable("jobs")
        .set({ created_at: time, run_at: new Date(now.getTime() + wait).toISOString() })
        .where("id", "=", id)
        .where("created_at", "=", created_at)
        .execute();
    }
    await transaction
      .updateTable("spaces")
      .set({ deleted_at: time })
      .where("deleted_at", ">", later)
      .execute();
  });
  const daysBehind = ((Date.parse(latest.created_at) - now.getTime()) / day).toFixed(1);
  return `The clock is ${daysBehind} days behind the data. Queued jobs are rescheduled relative to the current time. Check the clock.`;
}
