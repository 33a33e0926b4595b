/**
 * Recording of events for the webhooks of an organization, in the transaction of their cause. A job
 * sends each delivery, so that a webhook cannot delay a request.
 */
import type { WebhookEvent } from "../../../contract/webhook-values.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import type { JsonObject } from "../../../json/values.ts";
import type { Call } from "../../core/handlers.ts";
import { countSelected } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { parsePrincipal } from "../../jobs/principal.ts";
import type { WebhookDeliveryTable, WebhookTable } from "./tables.ts";

export type NotifyCall = Pick<Call, "db" | "now" | "newId" | "enqueue">;

/** The subject of an event. */
export interface Notification {
  readonly type: WebhookEvent;
  /** The space in which it happened, or the organization of an event outside spaces. */
  readonly in: { readonly spaceId: string } | { readonly organizationId: string };
  readonly changeRequestId?: string | null | undefined;
  /** The id of the user who caused it; absent for the platform. */
  readonly actor?: string | undefined;
  /** Further data; ids and states, but no texts. */
  readonly data?: JsonObject;
}

/**
 * Deliveries of one event type of a webhook that may wait; further events are recorded as failed. Types
 * do not share the limit, because visitors without an account cause failed sign-ins.
 */
export const mostWaiting = 1000;
/** Ended deliveries of one event type that are kept for each webhook, the newest ones. */
export const mostKept = 500;

/** Without webhooks, it costs one query. */
export async function notify(call: NotifyCall, notification: Notification): Promise<void> {
  const { type } = notification;
  const webhooks = await findWebhooks(call.db, notification.in);
  const interested = webhooks.filter(({ events }) => JSON.parse(events).includes(type));
  const [first] = interested;
  if (!first) return;
  const data = await describe(call.db, first.organization_id, notification);
  for (const webhook of interested) await recordDelivery(call, webhook, type, data);
}

function findWebhooks(db: Queries, where: Notification["in"]): Promise<WebhookTable[]> {
  const active = db.selectFrom("webhooks").selectAll("webhooks").where("active", "=", 1);
  if ("organizationId" in where) {
    return active.where("organization_id", "=", where.organizationId).execute();
  }
  return active
    .innerJoin("spaces", "spaces.organization_id", "webhooks.organization_id")
    .where("spaces.id", "=", where.spaceId)
    .execute();
}

async function describe(
  db: Queries,
  organizationId: string,
  { in: where, changeRequestId, actor, data = {} }: Notification,
): Promise<JsonObject> {
  const organization = await db
    .selectFrom("organizations")
    .select(["id", "title"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const space =
    "spaceId" in where
      ? await db
          .selectFrom("spaces")
          .select(["id", "title"])
          .where("id", "=", where.spaceId)
          .executeTakeFirst()
      : undefined;
  const changeRequest =
    changeRequestId == null
      ? undefined
      : await db
          .selectFrom("change_requests")
          .select(["id", "number", "subject"])
          .where("id", "=", changeRequestId)
          .executeTakeFirst();
  const user =
    actor === undefined
      ? undefined
      : await db
          .selectFrom("users")
          .select(["id", "display_name"])
          .where("id", "=", actor)
          .executeTakeFirst();
  return {
    organization,
    ...(space && { space }),
    ...(changeRequest && { changeRequest }),
    ...(user && { actor: { id: user.id, displayName: user.display_name } }),
    ...data,
  };
}

/** Stores a delivery and enqueues its first attempt. */
export async function recordDelivery(
  call: NotifyCall,
  webhook: WebhookTable,
  event: WebhookEvent | "webhook.test",
  data: JsonObject,
): Promise<WebhookDeliveryTable> {
  const time = call.now.toISOString();
  const isFull = (await countWaiting(call.db, webhook.id, event)) >= mostWaiting;
  const row: WebhookDeliveryTable = {
    id: call.newId(),
    webhook_id: webhook.id,
    event,
    payload: writeJson({ type: event, timestamp: time, data }),
    state: isFull ? "failed" : "waiting",
    attempts: 0,
    response_status: null,
    error: isFull ? `Not sent: ${mostWaiting} deliveries of ${event} were waiting.` : null,
    created_at: time,
    attempted_at: null,
    next_attempt_at: isFull ? null : time,
  };
  await call.db.insertInto("webhook_deliveries").values(row).execute();
  if (isFull) await removeOldDeliveries(call.db, row);
  else {
    await call.enqueue({
      kind: "send-webhook",
      payload: { deliveryId: row.id },
      principal: parsePrincipal(webhook.principal),
      organization: webhook.organization_id,
    });
  }
  return row;
}

function countWaiting(db: Queries, webhookId: string, event: string): Promise<number> {
  return countSelected(
    db
      .selectFrom("webhook_deliveries")
      .where("webhook_id", "=", webhookId)
      .where("event", "=", event)
      .where("state", "=", "waiting"),
  );
}

/** Removes the oldest ended deliveries of the same event type. */
export async function removeOldDeliveries(
  db: Queries,
  { webhook_id, event }: Pick<WebhookDeliveryTable, "webhook_id" | "event">,
): Promise<void> {
  const last = await db
    .selectFrom("webhook_deliveries")
    .select("created_at")
    .where("webhook_id", "=", webhook_id)
    .where("event", "=", event)
    .where("state", "<>", "waiting")
    .orderBy("created_at", "desc")
    .offset(mostKept)
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await db
    .deleteFrom("webhook_deliveries")
    .where("webhook_id", "=", webhook_id)
    .where("event", "=", event)
    .where("created_at", "<=", last.created_at)
    .where("state", "<>", "waiting")
    .execute();
}
