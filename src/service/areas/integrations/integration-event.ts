/** The handlers of the events of integrations. */
import type * as contract from "../../../contract/integration-event.ts";
import { notFound } from "../../core/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { isPublisher, presentEvent, selectEvents } from "./event-rows.ts";
import { requireIntegration } from "./seen.ts";

export const handlers = {
  /** The latest first. */
  async list({ integrationName, ...asked }, call) {
    const seen = await requireIntegration(call, integrationName);
    return pageOf({
      ...asked,
      list: `events of ${integrationName}`,
      read: (after, take) =>
        selectEvents(call, seen)
          .$if(after !== undefined, (query) => query.where("number", "<", Number(after?.[0])))
          .orderBy("number", "desc")
          .limit(take)
          .execute(),
      key: (row) => [String(row.number)],
      show: presentEvent,
    });
  },

  async get({ integrationName, eventId }, call) {
    const seen = await requireIntegration(call, integrationName);
    const row = await selectEvents(call, seen).where("id", "=", eventId).executeTakeFirst();
    if (!row) throw notFound("event", eventId, "eventId");
    const event = presentEvent(row);
    return isPublisher(seen) ? { event, trace: { logs: JSON.parse(row.trace) } } : { event };
  },
} satisfies Handlers<typeof contract>;
