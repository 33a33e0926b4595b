/**
 * Recording of events for the integrations that listen to them. An event is recorded in the
 * transaction of its cause, so that it exists if and only if its cause does. Sending it is a
 * separate job, so that a tunnel cannot delay the caller.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { TraceLine } from "../../../contract/integration-event.model.ts";
import { InstallationPermissions } from "../../core/access/installation-permissions.ts";
import type { Call } from "../../core/handlers.ts";
import { presentVisibility } from "../../core/rows/space-rows.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import type { JobRequest } from "../../jobs/job.ts";
import { parsePrincipal } from "../../jobs/principal.ts";
import type { PlatformEvent } from "./event.ts";
import { type Delivery, type IntegrationFeedTable, scriptUrl } from "./tables.ts";

/** The common part of the calls of requests and jobs. */
export type EventCall = Pick<Call, "db" | "now" | "newId" | "enqueue">;

/** A condition of queries on installations and spaces: whether the installation works on the space. */
export const worksOnSpace: RawBuilder<boolean> = sql`(
  installations.space_selection = 'all' or exists (
    select 1 from installation_contents as own
    where own.installation_id = installations.id and own.content_id = spaces.id
      and own.chosen = 1
  ))`;

/** The kind of the job that sends waiting events, in send.ts. */
export const sendingKind = "send-events";

/**
 * The job that sends waiting events, in send.ts. It runs on behalf of the user who set the tunnel,
 * not of the user who causes an event.
 */
export function createSendingJob(
  { integration, turn, tunnel_principal }: SendingFeed,
  organization: string,
): JobRequest {
  return {
    kind: sendingKind,
    payload: { integration, turn },
    principal: parsePrincipal(tunnel_principal),
    organization,
  };
}

type SendingFeed = Pick<IntegrationFeedTable, "integration" | "turn" | "tunnel_principal">;

/** Counting is slow, so on average it is done once in this many events. */
const countEvery = 64;

/**
 * Selected by id, so that the same seed selects the same events, and independently of other
 * organizations.
 */
function isCounted(id: string): boolean {
  return createHash("sha256").update(id).digest().readUInt16BE(0) % countEvery === 0;
}

/** Records an event in the transaction of `call.db`; without listeners, it costs one query. */
export async function recordEvent(call: EventCall, event: PlatformEvent): Promise<void> {
  if (event.type === "task") throw new Error("A task is recorded with recordTask.");
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

/** Records a task of an integration, which its script receives in the order of the events. */
export function recordTask(
  call: EventCall,
  { integration, publisher }: { readonly integration: string; readonly publisher: string },
  task: Readonly<Record<string, unknown>>,
): Promise<void> {
  const listener = { id: "", integration, organization_id: publisher, owner: publisher };
  return recordFor(call, listener, { type: "task", task });
}

/** Events of installations. */
type InstalledEvent = Exclude<PlatformEvent, { readonly type: "task" }>;

function findListeners(db: Queries, event: InstalledEvent): Promise<Listener[]> {
  if ("installationId" in event) {
    return selectListeners(db).where("installations.id", "=", event.installationId).execute();
  }
  return findSpaceListeners(db, event.spaceId);
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

async function findSpaceListeners(db: Queries, spaceId: string): Promise<Listener[]> {
  const candidates = await selectListeners(db)
    .select(["installations.accepted", "integrations.manifest", "integrations.target"])
    .innerJoin("spaces", "spaces.organization_id", "installations.organization_id")
    .where("spaces.id", "=", spaceId)
    // Only the newest version may request them; whether they were accepted is checked below.
    .where("integrations.hears_spaces", "=", 1)
    .where(worksOnSpace)
    .orderBy("installations.integration")
    .execute();
  return candidates.filter((row) => InstallationPermissions.resolve(row).hearsSpaces());
}

/**
 * Whether an event that was recorded for an installation may still be sent: not after it was
 * uninstalled or removed from the space. Events about that removal are sent in any case.
 * @param event as it was recorded
 */
export async function isStillListening(
  db: Queries,
  installationId: string,
  event: PlatformEvent,
): Promise<boolean> {
  if (event.type === "task" || event.type.endsWith("installation_deleted")) return true;
  const isOwn = ({ id }: { readonly id: string }) => id === installationId;
  if (!event.type.includes("installation_") && "spaceId" in event) {
    const isLiving = await isLivingSpace(db, event.spaceId);
    return isLiving && (await findSpaceListeners(db, event.spaceId)).some(isOwn);
  }
  return (await selectListeners(db).where("installations.id", "=", installationId).execute()).some(
    isOwn,
  );
}

async function isLivingSpace(db: Queries, spaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("spaces")
    .select("id")
    .where("id", "=", spaceId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function recordFor(call: EventCall, listener: Listener, event: PlatformEvent): Promise<void> {
  const { db, now } = call;
  const { integration } = listener;
  // Updating the feed locks its row, so the numbers are in the order of the commits.
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
      payload: JSON.stringify({
        eventId: id,
        ...(listener.id !== "" && { installationId: listener.id }),
        ...event,
      }),
      delivery: isSent ? "waiting" : "none",
      attempts: 0,
      reason: null,
      trace: JSON.stringify([
        traceLine(now, "debug", isSent ? getWaitingMessage(tunnel) : getUnsentMessage(tunnel)),
      ]),
      created_at: now.toISOString(),
    })
    .execute();
  if (isCounted(id)) await limitEvents(db, listener.id, now);
  if (!isSent || feed.sending === 1) return;
  await db
    .updateTable("integration_feeds")
    .set({ sending: 1 })
    .where("integration", "=", integration)
    .execute();
  await call.enqueue(createSendingJob(feed, listener.owner));
}

function getWaitingMessage(tunnel: string): string {
  return tunnel === scriptUrl
    ? "Recorded; waiting for the script."
    : "Recorded; waiting to be sent to the tunnel.";
}

function getUnsentMessage(tunnel: string | null): string {
  return tunnel === null
    ? "Recorded; not sent, because the integration has no tunnel."
    : "Recorded; not sent, because the tunnel receives only events of the publishing organization.";
}

export function traceLine(time: Date, level: TraceLine["level"], message: string): TraceLine {
  return { message, timestamp: time.toISOString(), level };
}

type VisibilityColumns = Pick<SpaceTable, "id" | "visibility" | "parent_id">;

/** Records an event if the visibility of a space has changed. */
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

/** A request to a script and its result, for the list of events. */
export interface CompletedRun {
  readonly id: string;
  readonly integration: string;
  /** "" for an event of the integration itself. */
  readonly installationId: string;
  readonly organizationId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly trace: readonly TraceLine[];
  /** The reason of a failure. */
  readonly reason: string | undefined;
  readonly now: Date;
}

/** Records an event that a script has already handled. */
export async function recordRun(db: Queries, run: CompletedRun): Promise<void> {
  const { id, integration, installationId, now, reason } = run;
  const feed = await db
    .updateTable("integration_feeds")
    .set((row) => ({ last_event: row("last_event", "+", 1) }))
    .where("integration", "=", integration)
    .returning("last_event")
    .executeTakeFirst();
  // It may have been unpublished in the meantime.
  if (!feed) return;
  await db
    .insertInto("integration_events")
    .values({
      id,
      integration,
      number: feed.last_event,
      installation_id: installationId,
      organization_id: run.organizationId,
      payload: JSON.stringify(run.payload),
      delivery: reason === undefined ? "taken" : "failed",
      attempts: 1,
      reason: reason ?? null,
      trace: JSON.stringify(run.trace),
      created_at: now.toISOString(),
    })
    .execute();
  if (isCounted(id)) await limitEvents(db, installationId, now);
}
