/**
 * Removal of audit events that are older than the retention period: by a job, some at a time. The time
 * until which events are removed is fixed when the job is enqueued, and it runs a day later: one
 * reading of a wrong clock, at either moment, removes nothing that is not due.
 */
import { sql } from "kysely";
import type { Call } from "../../core/handlers.ts";
import { prepared } from "../../database/prepared.ts";
import type { JobCall } from "../../jobs/job.ts";

/** How long events are kept unless the operator says otherwise, in days. */
export const defaultRetention = 365;

export const removalKind = "remove-audit-events";

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const delay = day;
/** Between two parts of a large removal. */
const pause = minute;
const maximumRemoved = 1000;

interface Removal {
  readonly organization: string;
  /** RFC 3339. */
  readonly until: string;
}

const oldestEvent = prepared(["organization"], (db, { organization }) =>
  db
    .selectFrom("audit_events")
    .select("occurred_at")
    .where("organization_id", "=", organization)
    .orderBy("occurred_at")
    .limit(1),
);

/**
 * Enqueues the removal of an organization's events that are too old, unless it is enqueued already.
 * @param days how long events are kept
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
  const payload: Removal = { organization, until };
  await enqueue({ kind: removalKind, payload, at: new Date(now.getTime() + delay) });
}

function findEnd(now: Date, days: number): string {
  return new Date(now.getTime() - days * day).toISOString();
}

function parseRemoval(payload: string): Removal {
  return JSON.parse(payload);
}

/** @returns the job; the rest of a large removal is enqueued again */
export function removeOldEvents(days: number, maximum = maximumRemoved) {
  return async (
    payload: unknown,
    { db, now, enqueue }: Pick<JobCall, "db" | "now" | "enqueue">,
  ): Promise<void> => {
    const removal = payload as Removal;
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
