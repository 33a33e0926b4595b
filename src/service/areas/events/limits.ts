/**
 * Limits on the stored events of an installation. Each installation has its own limits, so that
 * activity in one organization does not remove events of another. A waiting event is never removed:
 * it ends as expired, with the reason, and is kept as long as events that a tunnel refused.
 */
import type { TraceLine } from "../../../contract/integration-event.model.ts";
import type { Queries } from "../../database/tables.ts";
import type { Delivery } from "./tables.ts";

/** The maximum number of events of an installation in each of these groups. */
export const eventLimit = 10_000;

/** Events are removed within their group only: delivered events do not displace failed ones. */
const groups: readonly (readonly Delivery[])[] = [
  ["taken", "none"],
  ["failed", "expired"],
];

/** The number of events that are ended or removed at a time. */
const maximumAtOnce = 1000;

/** Ends the oldest waiting events, and removes the oldest ended ones. */
export async function limitEvents(
  db: Queries,
  installation: string,
  now: Date,
  limit = eventLimit,
): Promise<void> {
  await expireWaiting(db, installation, now, limit);
  for (const group of groups) {
    const ids = await findBeyond(db, installation, group, limit);
    if (ids.length === 0) continue;
    await db
      .deleteFrom("integration_events")
      .where(
        "id",
        "in",
        ids.map(({ id }) => id),
      )
      .execute();
  }
}

/** The events of a group except the newest ones, oldest first. */
async function findBeyond(
  db: Queries,
  installation: string,
  group: readonly Delivery[],
  limit: number,
) {
  const last = await db
    .selectFrom("integration_events")
    .select("number")
    .where("installation_id", "=", installation)
    .where("delivery", "in", group)
    .orderBy("number", "desc")
    .offset(limit)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return [];
  return db
    .selectFrom("integration_events")
    .select(["id", "trace"])
    .where("installation_id", "=", installation)
    .where("delivery", "in", group)
    .where("number", "<=", last.number)
    .orderBy("number")
    .limit(maximumAtOnce)
    .execute();
}

async function expireWaiting(
  db: Queries,
  installation: string,
  now: Date,
  limit: number,
): Promise<void> {
  const reason = `Not sent: the limit of ${limit} waiting events of this installation was exceeded.`;
  const line: TraceLine = { message: reason, timestamp: now.toISOString(), level: "error" };
  for (const { id, trace } of await findBeyond(db, installation, ["waiting"], limit)) {
    await db
      .updateTable("integration_events")
      .set({
        delivery: "expired",
        reason,
        trace: JSON.stringify([...JSON.parse(trace), line]),
      })
      .where("id", "=", id)
      .where("delivery", "=", "waiting")
      .execute();
  }
}
