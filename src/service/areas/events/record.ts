/**
 * Writes down what happened for every integration that is to hear of it. It is one line where it
 * happens, and part of the same transaction: an event is there exactly when its cause is. Sending
 * it is a job of its own, so that no tunnel can hold up the one who caused it.
 */

import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobRequest } from "../../jobs/job.ts";
import type { Happening } from "./happening.ts";
import { line } from "./trace.ts";

/** What a request's call and a job's call both have. */
export type EventCall = Pick<Call, "db" | "now" | "newId" | "enqueue">;

/** The job that sends what waits; send.ts does it. */
export function sendingOf(integration: string, turn: number, at?: Date): JobRequest {
  return { kind: "send-events", payload: { integration, turn }, ...(at && { at }) };
}

/** An integration's older events are forgotten. */
const keptEvents = 10_000;

/** Records the event in the transaction of `call.db`; where nobody is to hear of it, it costs one query. */
export async function recordEvent(call: EventCall, happening: Happening): Promise<void> {
  for (const listener of await listenersTo(call.db, happening)) {
    await tell(call, listener, happening);
  }
}

interface Listener {
  readonly id: string;
  readonly integration: string;
  readonly organization_id: string;
  /** The organization that published the integration. */
  readonly owner: string;
}

async function listenersTo(db: Queries, happening: Happening): Promise<Listener[]> {
  const listeners = db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .select([
      "installations.id",
      "installations.integration",
      "installations.organization_id",
      "integrations.organization_id as owner",
    ]);
  if ("installationId" in happening) {
    return listeners.where("installations.id", "=", happening.installationId).execute();
  }
  return listeners
    .innerJoin("spaces", "spaces.organization_id", "installations.organization_id")
    .where("spaces.id", "=", happening.spaceId)
    .where("integrations.hears_spaces", "=", 1)
    .orderBy("installations.integration")
    .execute();
}

async function tell(call: EventCall, listener: Listener, happening: Happening): Promise<void> {
  const { db, now } = call;
  const { integration } = listener;
  // Writing the feed's row makes others wait their turn, so numbers follow the order of the commits.
  const feed = await db
    .updateTable("integration_feeds")
    .set((row) => ({ last_event: row("last_event", "+", 1) }))
    .where("integration", "=", integration)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { tunnel_url: tunnel, tunnel_all: all } = feed;
  const heard = tunnel !== null && (all === 1 || listener.organization_id === listener.owner);
  const id = call.newId();
  await db
    .insertInto("integration_events")
    .values({
      id,
      integration,
      number: feed.last_event,
      installation_id: listener.id,
      organization_id: listener.organization_id,
      payload: JSON.stringify({ eventId: id, installationId: listener.id, ...happening }),
      delivery: heard ? "waiting" : "none",
      attempts: 0,
      trace: JSON.stringify([line(now, "debug", heard ? waits : staysHere(tunnel))]),
      created_at: now.toISOString(),
    })
    .execute();
  await db
    .deleteFrom("integration_events")
    .where("integration", "=", integration)
    .where("number", "<=", feed.last_event - keptEvents)
    .execute();
  if (!heard || feed.sending === 1) return;
  await db
    .updateTable("integration_feeds")
    .set({ sending: 1 })
    .where("integration", "=", integration)
    .execute();
  await call.enqueue(sendingOf(integration, feed.turn));
}

const waits = "Recorded; it waits to be sent to the tunnel.";

function staysHere(tunnel: string | null): string {
  return tunnel === null
    ? "Recorded; it is sent nowhere, as the integration has no tunnel."
    : "Recorded; it is sent nowhere, as the tunnel gets the events of the publishing organization only.";
}
