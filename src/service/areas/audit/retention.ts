/**
 * Removal of audit events after the retention period, by a job in batches. The cutoff is fixed when
 * the job is enqueued, and the job runs a day later, so that a single reading of a wrong clock does
 * not remove events too early.
 */
import { sql } from "kysely";
import type { Call } from "../../core/handlers.ts";
import { prepareQuery } from "../../database/prepared.ts";
import type { JobCall } from "../../jobs/job.ts";

/** Default retention in days. */
export const defaultRetention = 365;

export const removalKind = "remove-audit-events";

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const delay = day;
/** The delay between two batches. */
const pause = minute;
const maximumRemoved = 1000;

interface AuditRemoval {
  readonly organization: string;
  /** RFC 3339. */
  readonly until: string;
}

const oldestEvent = prepareQuery(["organization"], (db, { organization }) =>
  db
    .selectFrom("audit_events")
    .select("occurred_at")
    .where("organization_id", "=", organization)
    .orderBy("occurred_at")
    .limit(1),
);

/**
 * Enqueues the removal of an organization's old events, unless it is enqueued already.
 * @param days retention in days
 */
export async function scheduleRemoval(
  { db, now, enqueue }: Pick<Call, "db" | "now" | "enqueue">,
  organization: string,
  days: number,
): Promise<void> {
  const until = findEnd(now, days);
  const [oldest] = await oldestEvent(db, { organization });
  if (oldest === undefined || oldest.occurred_at >= until) return;
  const waiting = await db
    .selectFrom("jobs")
    .select("payload")
    .where("kind", "=", removalKind)
    .where("state", "=", "waiting")
    .execute();
  const isWaiting = waiting.some(
    ({ payload }) => parseRemoval(payload).organization === organization,
  );
  if (isWaiting) return;
  const payload: AuditRemoval = { organization, until };
  await enqueue({ kind: removalKind, payload, at: new Date(now.getTime() + delay) });
}

function findEnd(now: Date, days: number): string {
  return new Date(now.getTime() - days * day).toISOString();
}

function parseRemoval(payload: string): AuditRemoval {
  return JSON.parse(payload);
}

/** @returns the job, which enqueues itself again if more events remain */
export function removeOldEvents(days: number, maximum = maximumRemoved) {
  return async (
    payload: unknown,
    { db, now, enqueue }: Pick<JobCall, "db" | "now" | "enqueue">,
  ): Promise<void> => {
    const removal = payload as AuditRemoval;
    const { organization } = removal;
    const end = findEnd(now, days);
    const until = end < removal.until ? end : removal.until;
    const { numDeletedRows } = await db
      .deleteFrom("audit_events")
      .where("id", "in", (query) =>
        query
          .selectFrom("audit_events")
          .select("id")
          .where("organization_id", "=", organization)
          .where("occurred_at", "<", until)
          .orderBy("occurred_at")
          .limit(sql.lit(maximum)),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) < maximum) return;
    await enqueue({ kind: removalKind, payload, at: new Date(now.getTime() + pause) });
  };
}
