/** Handlers for insights. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-insights.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { runAfterCommit } from "../../database/transaction.ts";
import { requireSite } from "../sites/queries.ts";
import { flushInsights } from "./insight-buffer.ts";
import { dayLength, toDay } from "./insight-days.ts";
import { queryInsights } from "./query-insights.ts";
import { getEventKeys, PendingInsights } from "./site-event.ts";
import { toSiteEvent } from "./tracked-events.ts";
import { getVisitorHashes } from "./visitor-hashes.ts";
import { addInsights } from "./write-insights.ts";

/** Earliest day that can be recorded, in days before the current one. */
const oldestEvent = 30;

type Events = Input<typeof contract.track>["events"];

export const handlers = {
  async track({ organizationId, siteId, events }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    // A renderer sends events with the token of a visitor. Previews are not counted.
    if (call.visitor === undefined) authorize(role, "trackEventsInSiteById");
    else if (call.visitor.previewer !== undefined) return undefined;
    const times = checkTimes(events, call.now);
    const siteSpaces = await call.db
      .selectFrom("site_spaces")
      .select(["id", "space_id"])
      .where("site_id", "=", siteId)
      .execute();
    const { visitor } = call;
    const spaces = new Map(
      siteSpaces
        .filter((row) => visitor === undefined || visitor.spaces.has(row.space_id))
        .map((row) => [row.id, row.space_id]),
    );
    const today = toDay(call.now);
    const hashes = getVisitorHashes(call.db);
    const newTargets = new Map<string, readonly [target: string, hash: string]>();
    const pending = new PendingInsights();
    for (const [index, event] of events.entries()) {
      const day = toDay(times[index] ?? call.now);
      const counted = toSiteEvent(event, { siteId, day, spaces });
      pending.addEvents(counted);
      if (event.type !== "page_view" || counted.bot !== "") continue;
      const hash = hashes.compute(today, { client: event.session.visitorId, userAgent: "" });
      for (const { target, key: targetKey } of getEventKeys(counted).targets) {
        const pair = `${targetKey} ${hash}`;
        if (newTargets.has(pair) || !hashes.isNew(targetKey, hash)) continue;
        newTargets.set(pair, [targetKey, hash]);
        pending.addVisitors(target);
      }
    }
    await addInsights(call.db, pending);
    // The transaction may run again before it is committed.
    runAfterCommit(call.db, () => {
      for (const [target, hash] of newTargets.values()) hashes.add(target, hash);
    });
    return undefined;
  },

  async aggregate({ organizationId, siteId, ...query }, call) {
    await requireSite(call, organizationId, siteId);
    await flushInsights(call.db);
    return queryInsights(call, siteId, query);
  },

  /** Claims are not stored, so all visitors have the same, and are in one segment. */
  async segments({ organizationId, siteId }, call) {
    await requireSite(call, organizationId, siteId);
    await flushInsights(call.db);
    const { columns } = await queryInsights(call, siteId, {
      range: "last30Days",
      where: [{ column: "eventType", values: ["page_view"] }],
      select: [{ column: "eventsCount" }, { column: "visitorsCount" }],
    });
    const [events = 0, visitors = 0] = columns.map(({ values }) => Number(values[0] ?? 0));
    const segment = { title: "All visitors", claims: {}, events, visitors, sessions: visitors };
    return { items: events === 0 ? [] : [segment] };
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 400 for an event in the future, or too old to be counted */
function checkTimes(events: Events, now: Call["now"]): readonly (Date | undefined)[] {
  return events.map(({ timestamp }, index) => {
    if (timestamp === undefined) return undefined;
    const time = new Date(timestamp);
    const age = (now.getTime() - time.getTime()) / dayLength;
    if (age <= oldestEvent && age >= -1) return time;
    throw new ApiError(
      400,
      `events[${index}].timestamp must be within the last ${oldestEvent} days. No events were recorded.`,
      { field: "events" },
    );
  });
}
