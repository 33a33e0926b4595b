/** Schedule of the removal of unused objects from the object storage. */
import type { Queries } from "../../../database/tables.ts";
import type { JobRequest } from "../../../jobs/job.ts";

export const objectRemovalKind = "remove-unused-objects";

/** The interval of removals, in milliseconds. */
const interval = 60 * 60 * 1000;

/** Enqueues the next removal, unless it is enqueued already. */
export async function scheduleObjectRemoval(
  db: Queries,
  now: Date,
  enqueue: (job: JobRequest) => Promise<void>,
): Promise<void> {
  const waiting = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", objectRemovalKind)
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) await enqueue(createRemovalJob(now));
}

export function createRemovalJob(now: Date): JobRequest {
  return { kind: objectRemovalKind, payload: {}, at: new Date(now.getTime() + interval) };
}
