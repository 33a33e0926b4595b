/** Writes counts to the database, within a limit of rows for each site and day. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import { addDays } from "./insight-days.ts";
import type { PendingCount, PendingInsights, PendingVisitors, SiteEvent } from "./site-event.ts";

/**
 * Rows of a site and day with all columns. Further events are counted without their text, URL path
 * and referrer, and beyond twice the limit without their page.
 */
export const mostDetailedRows = 5000;
const rowsAtOnce = 500;
/** Days for which counts are kept. */
export const retentionDays = 400;

/** The URL path of events that are counted without their path. */
export const otherPaths = "(other)";

interface CountRow extends SiteEvent {
  readonly key: string;
  events: number;
}

/** @param db not a transaction */
export async function writeInsights(db: Queries, pending: PendingInsights): Promise<void> {
  await inTransaction(db, (transaction) => addInsights(transaction, pending));
}

/** Adds counts in a transaction. Those of deleted sites are omitted. */
export async function addInsights(
  db: Queries,
  { counts, visitors }: PendingInsights,
): Promise<void> {
  const sites = new Set([
    ...counts.map(({ event }) => event.site_id),
    ...visitors.map(({ siteId }) => siteId),
  ]);
  if (sites.size === 0) return;
  const existing = await db
    .selectFrom("sites")
    .select("id")
    .where("id", "in", [...sites])
    .orderBy("id")
    .execute();
  for (const { id } of existing) {
    const own = counts.filter(({ event }) => event.site_id === id);
    const days = [...new Set(own.map(({ event }) => event.day))].sort();
    for (const day of days) {
      const some = own.filter(({ event }) => event.day === day);
      await writeDay(db, id, day, some);
    }
    const ownVisitors = visitors.filter(({ siteId }) => siteId === id);
    await writeVisitors(db, ownVisitors);
    await removeOldDays(db, id, days.at(-1));
  }
}

async function writeDay(
  db: Queries,
  siteId: string,
  day: string,
  counts: readonly PendingCount[],
): Promise<void> {
  const ofDay = db
    .selectFrom("insight_counts")
    .where("site_id", "=", siteId)
    .where("day", "=", day);
  const { rows: before } = await ofDay
    .select(sql<number>`cast(count(*) as integer)`.as("rows"))
    .executeTakeFirstOrThrow();
  const isNearLimit = before + counts.length > mostDetailedRows;
  const keys = new Set(
    isNearLimit ? (await ofDay.select("key").execute()).map(({ key }) => key) : [],
  );
  const rows = new Map<string, CountRow>();
  for (const { event, events } of counts) {
    const forms = isNearLimit ? [event, withoutDetails(event), withoutPage(event)] : [event];
    const limits = [mostDetailedRows, 2 * mostDetailedRows, Number.POSITIVE_INFINITY];
    const [form = event] = forms.filter((one, index) => {
      const key = computeKey(one);
      const size = isNearLimit ? keys.size : 0;
      return rows.has(key) || keys.has(key) || size < (limits[index] ?? 0);
    });
    const key = computeKey(form);
    keys.add(key);
    const row = rows.get(key);
    if (row) row.events += events;
    else rows.set(key, { ...form, key, events });
  }
  const sorted = [...rows.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  for (let at = 0; at < sorted.length; at += rowsAtOnce) {
    await db
      .insertInto("insight_counts")
      .values(sorted.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(["site_id", "day", "key"]).doUpdateSet({
          events: sql`insight_counts.events + excluded.events`,
        }),
      )
      .execute();
  }
}

/** A short key, because an index cannot contain long texts. */
function computeKey(event: SiteEvent): string {
  return createHash("sha256").update(JSON.stringify(event)).digest("base64url").slice(0, 27);
}

function withoutDetails(event: SiteEvent): SiteEvent {
  return { ...event, url_path: otherPaths, referrer: "", detail: "" };
}

function withoutPage(event: SiteEvent): SiteEvent {
  return { ...withoutDetails(event), page: "", space: "", site_space: "" };
}

async function writeVisitors(db: Queries, visitors: readonly PendingVisitors[]): Promise<void> {
  const rows = visitors
    .map(({ siteId, ...row }) => ({ site_id: siteId, ...row }))
    .sort((one, other) => (one.day + one.page < other.day + other.page ? -1 : 1));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insertInto("insight_visitors")
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(["site_id", "day", "page"]).doUpdateSet({
          visitors: sql`insight_visitors.visitors + excluded.visitors`,
        }),
      )
      .execute();
  }
}

async function removeOldDays(
  db: Queries,
  siteId: string,
  latest: string | undefined,
): Promise<void> {
  if (latest === undefined) return;
  const oldest = addDays(latest, -retentionDays);
  for (const table of ["insight_counts", "insight_visitors"] as const) {
    await db.deleteFrom(table).where("site_id", "=", siteId).where("day", "<", oldest).execute();
  }
}
