/**
 * Retention of audit events by age. A job removes a bounded number of old events at a time, an hour after
 * the first of them was noticed: one reading of a wrong clock removes none, and a clock that stays wrong
 * removes few until it is noticed.
 */
import { shortJob } from "../../core/area.ts";
import { prepared } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobKind, JobRequest } from "../../jobs/job.ts";

/** How long an event is kept, in days. */
export const retention = 365;
/** How many events of an organization one run of the job removes. */
export const mostRemoved = 500;
/** Between the first notice and the first run, and between two runs, in milliseconds. */
export const retentionInterval = 60 * 60 * 1000;

export const retentionKind = "audit-retention";

const oldestOf = prepared(["organization"], (db, { organization }) =>
  db
    .selectFrom("audit_events")
    .select("occurred_at")
    .where("organization_id", "=", organization)
    .orderBy("occurred_at")
    .limit(1),
);

/** Enqueues the job if the organization has an event that is too old, unless it is in the queue. */
export async function scheduleRetention(
  db: Queries,
  organization: string,
  now: Date,
  enqueue: (job: JobRequest) => Promise<void>,
): Promise<void> {
  const [oldest] = await oldestOf(db, { organization });
  if (oldest === undefined || oldest.occurred_at >= endOfRetention(now)) return;
  const payload = { organization };
  const waiting = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", retentionKind)
    .where("payload", "=", JSON.stringify(payload))
    .executeTakeFirst();
  if (waiting !== undefined) return;
  await enqueue({ kind: retentionKind, payload, at: nextRun(now) });
}

/** The kind of the job. */
export const retentionJob: JobKind = shortJob(async () => async (payload, call) => {
  const { organization } = payload as { readonly organization: string };
  const old = await call.db
    .selectFrom("audit_events")
    .select("id")
    .where("organization_id", "=", organization)
    .where("occurred_at", "<", endOfRetention(call.now))
    .orderBy("occurred_at")
    .orderBy("id")
    .limit(mostRemoved)
    .execute();
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await call.db.deleteFrom("audit_events").where("id", "in", ids).execute();
  if (old.length < mostRemoved) return;
  await call.enqueue({ kind: retentionKind, payload: { organization }, at: nextRun(call.now) });
});

function endOfRetention(now: Date): string {
  return new Date(now.getTime() - retention * 24 * 60 * 60 * 1000).toISOString();
}

function nextRun(now: Date): Date {
  return new Date(now.getTime() + retentionInterval);
}
