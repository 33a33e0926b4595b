/**
 * Records what happens for every integration that listens to it. A caller records an event in one
 * line and in its own transaction, so an event exists exactly if its cause does. Sending it is a
 * separate job, so that no tunnel can hold up the caller.
 */
import { type RawBuilder, sql } from "kysely";
import type { TraceLine } from "../../../contract/integration-event.model.ts";
import type { Call } from "../../core/handlers.ts";
import { presentVisibility } from "../../core/space-rows.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import type { JobRequest } from "../../jobs/job.ts";
import { parsePrincipal } from "../../jobs/principal.ts";
import type { PlatformEvent } from "./event.ts";
import type { IntegrationFeedTable } from "./tables.ts";

/** What the calls of requests and of jobs share. */
export type EventCall = Pick<Call, "db" | "now" | "newId" | "enqueue">;

/** A condition of queries of installations and spaces: whether the one works on the other. */
export const worksOnSpace: RawBuilder<boolean> = sql`(
  installations.space_selection = 'all' or exists (
    select 1 from installation_contents as own
    where own.installation_id = installations.id and own.content_id = spaces.id
  ))`;

/** The job that sends waiting events, in send.ts: in the name of who set the tunnel, whoever causes an event. */
export function sendingJob(
  { integration, turn, tunnel_principal }: SendingFeed,
  organization: string,
): JobRequest {
  return {
    kind: "send-events",
    payload: { integration, turn },
    principal: parsePrincipal(tunnel_principal),
    organization,
  };
}

type SendingFeed = Pick<IntegrationFeedTable, "integration" | "turn" | "tunnel_principal">;

/** How many events of an integration are stored; older ones are deleted. */
const mostEvents = 10_000;

/** Records an event in the transaction of `call.db`; without listeners, it costs one query. */
export async function recordEvent(call: EventCall, event: PlatformEvent): Promise<void> {
  for (const listener of await findListeners(call.db, event)) {
    await recordFor(call, listener, event);
  }
}

interface Listener {
  readonly id: string;
  readonly integration: string;
  readonly organization_id: string;
  /** The organization that published the integration. */
  readonly owner: string;
}

function findListeners(db: Queries, event: PlatformEvent): Promise<Listener[]> {
  if ("installationId" in event) {
    return selectListeners(db).where("installations.id", "=", event.installationId).execute();
  }
  return selectSpaceListeners(db, event.spaceId).orderBy("installations.integration").execute();
}

function selectListeners(db: Queries) {
  return db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .select([
      "installations.id",
      "installations.integration",
      "installations.organization_id",
      "integrations.organization_id as owner",
    ]);
}

function selectSpaceListeners(db: Queries, spaceId: string) {
  return selectListeners(db)
    .innerJoin("spaces", "spaces.organization_id", "installations.organization_id")
    .where("spaces.id", "=", spaceId)
    .where("integrations.hears_spaces", "=", 1)
    .where(worksOnSpace);
}

/**
 * Whether an event that was recorded for an installation may still be sent: not after it was
 * uninstalled, or taken off the space. That it was is told in any case.
 * @param event as it was recorded
 */
export async function isStillListening(
  db: Queries,
  installationId: string,
  event: PlatformEvent,
): Promise<boolean> {
  if (event.type.endsWith("installation_deleted")) return true;
  const own = ({ id }: { readonly id: string }) => id === installationId;
  if (!event.type.includes("installation_") && "spaceId" in event) {
    const listeners = selectSpaceListeners(db, event.spaceId);
    return (await listeners.where("spaces.deleted_at", "is", null).execute()).some(own);
  }
  return (await selectListeners(db).where("installations.id", "=", installationId).execute()).some(
    own,
  );
}

async function recordFor(call: EventCall, listener: Listener, event: PlatformEvent): Promise<void> {
  const { db, now } = call;
  const { integration } = listener;
  // Writing the row of the feed locks it, so numbers follow the order of the commits.
  const feed = await db
    .updateTable("integration_feeds")
    .set((row) => ({ last_event: row("last_event", "+", 1) }))
    .where("integration", "=", integration)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { tunnel_url: tunnel, tunnel_all: all } = feed;
  const isSent = tunnel !== null && (all === 1 || listener.organization_id === listener.owner);
  const id = call.newId();
  await db
    .insertInto("integration_events")
    .values({
      id,
      integration,
      number: feed.last_event,
      installation_id: listener.id,
      organization_id: listener.organization_id,
      payload: JSON.stringify({ eventId: id, installationId: listener.id, ...event }),
      delivery: isSent ? "waiting" : "none",
      attempts: 0,
      trace: JSON.stringify([
        traceLine(now, "debug", isSent ? waitingMessage : unsentMessage(tunnel)),
      ]),
      created_at: now.toISOString(),
    })
    .execute();
  await db
    .deleteFrom("integration_events")
    .where("integration", "=", integration)
    .where("number", "<=", feed.last_event - mostEvents)
    .execute();
  if (!isSent || feed.sending === 1) return;
  await db
    .updateTable("integration_feeds")
    .set({ sending: 1 })
    .where("integration", "=", integration)
    .execute();
  await call.enqueue(sendingJob(feed, listener.owner));
}

const waitingMessage = "Recorded; it waits to be sent to the tunnel.";

function unsentMessage(tunnel: string | null): string {
  return tunnel === null
    ? "Recorded; it is sent nowhere, as the integration has no tunnel."
    : "Recorded; it is sent nowhere, as the tunnel gets the events of the publishing organization only.";
}

export function traceLine(at: Date, level: TraceLine["level"], message: string): TraceLine {
  return { message, timestamp: at.toISOString(), level };
}

type VisibilityColumns = Pick<SpaceTable, "id" | "visibility" | "parent_id">;

/** Records an event if the visibility that a space answers is another one than before. */
export async function recordVisibility(
  call: EventCall,
  before: VisibilityColumns,
  after: VisibilityColumns,
): Promise<void> {
  const previousVisibility = presentVisibility(before.visibility, before.parent_id);
  const visibility = presentVisibility(after.visibility, after.parent_id);
  if (previousVisibility === visibility) return;
  const spaceId = after.id;
  await recordEvent(call, {
    type: "space_visibility_updated",
    spaceId,
    previousVisibility,
    visibility,
  });
}
