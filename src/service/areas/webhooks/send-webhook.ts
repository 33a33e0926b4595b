/**
 * Job that sends a delivery of a webhook. Failed attempts are repeated with growing delays. A delivery
 * arrives twice if the platform ends after the response and before storing it; both have the same id.
 */
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Queries } from "../../database/tables.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { JobCall, JobPermission, LongJob, LongJobCall } from "../../jobs/job.ts";
import { removeOldDeliveries } from "./notify.ts";
import { signHeaders } from "./signature.ts";
import type { WebhookDeliveryTable } from "./tables.ts";
import { openSecrets } from "./webhook-secrets.ts";

const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** The delay after each failed attempt; after a further failure the delivery has failed. */
export const retryDelays = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
];

/** The timeout of an attempt, in milliseconds. */
const patience = 15_000;
const largestAnswer = 64 * 1024;

export const sendWebhook: LongJob = {
  async prepare(payload, call) {
    const delivery = await findDelivery(call.db, payload);
    if (!delivery) return async () => {};
    await call.requirePermission();
    const attempt = await sendOnce(call, delivery);
    // An attempt that the end of the platform interrupts is repeated at the next start.
    if (call.signal.aborted) return async () => {};
    return { record: (ending) => storeAttempt(ending, delivery, attempt) };
  },
};

/** Deliveries are sent while the user who activated the webhook may manage it. */
export const webhookPermission: JobPermission = {
  async authorize(payload, call) {
    const delivery = await findDelivery(call.db, payload);
    if (!delivery) return;
    const { organization_id: organizationId } = delivery;
    await call.requireScope("updateOrganizationWebhook", { organizationId });
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "updateOrganizationWebhook");
  },

  async end(payload, { state, reason }, call) {
    const delivery = await findDelivery(call.db, payload);
    if (!delivery) return undefined;
    if (state === "failed") await endDelivery(call.db, delivery.id, "failed", reason);
    else await deactivate(call.db, delivery.webhook_id, reason);
    return {
      operation: "updateOrganizationWebhook",
      target: { type: "webhook", id: delivery.webhook_id },
    };
  },
};

type WaitingDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** Absent if the webhook was deleted or deactivated. */
function findDelivery(db: Queries, payload: unknown) {
  const { deliveryId } = payload as { readonly deliveryId: string };
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks", "webhooks.id", "delivery.webhook_id")
    .selectAll("delivery")
    .select([
      "webhooks.url",
      "webhooks.secret",
      "webhooks.previous_secrets",
      "webhooks.organization_id",
    ])
    .where("delivery.id", "=", deliveryId)
    .where("delivery.state", "=", "waiting")
    .executeTakeFirst();
}

interface WebhookAttempt {
  /** Absent without a response. */
  readonly status?: number;
  /** The reason of a failure; absent after a success. */
  readonly error?: string;
  /** Whether another attempt is useless. */
  readonly isFinal?: boolean;
}

/** Never throws: every failure is a result. */
async function sendOnce(call: LongJobCall, delivery: WaitingDelivery): Promise<WebhookAttempt> {
  const { id, payload: body, webhook_id } = delivery;
  try {
    const time = call.time();
    const secrets = await openSecrets({ ...delivery, id: webhook_id }, time, call.secretBox);
    const { status } = await call.outside.fetch({
      url: delivery.url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "tome",
        ...signHeaders(secrets, { id, time, body }),
      },
      body,
      continuesTrace: true,
      largest: largestAnswer,
      patience,
      signal: call.signal,
    });
    if (status >= 200 && status < 300) return { status };
    if (status === 410) return { status, error: "The receiver responded with 410.", isFinal: true };
    const isRedirect = status >= 300 && status < 400;
    const advice = isRedirect ? " Redirects are not followed; use the target URL." : "";
    return { status, error: `The receiver responded with ${status}.${advice}` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof FetchFailure && error.reason === "refused";
    return { error: message, isFinal: isRefused };
  }
}

async function storeAttempt(
  call: JobCall,
  delivery: WaitingDelivery,
  { status, error, isFinal = false }: WebhookAttempt,
): Promise<void> {
  const { db, now } = call;
  const attempts = delivery.attempts + 1;
  const delay = error === undefined || isFinal ? undefined : retryDelays[delivery.attempts];
  const next = delay === undefined ? undefined : new Date(now.getTime() + delay);
  const state = error === undefined ? "delivered" : next ? "waiting" : "failed";
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({
      state,
      attempts,
      response_status: status ?? null,
      error: error ?? null,
      attempted_at: now.toISOString(),
      next_attempt_at: next?.toISOString() ?? null,
    })
    .where("id", "=", delivery.id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  // It was canceled in the meantime.
  if (numUpdatedRows === 0n) return;
  if (next) {
    const payload = { deliveryId: delivery.id };
    await call.enqueue({ kind: "send-webhook", payload, at: next });
  } else {
    if (status === 410) {
      const reason = "The receiver responded with 410, so the webhook was deactivated.";
      await deactivate(db, delivery.webhook_id, reason);
    }
    await removeOldDeliveries(db, delivery);
  }
}

async function endDelivery(
  db: Queries,
  id: string,
  state: WebhookDeliveryTable["state"],
  error: string,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state, error, next_attempt_at: null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Deactivates the webhook and cancels its deliveries. */
async function deactivate(db: Queries, webhookId: string, reason: string): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ active: 0, problem: reason })
    .where("id", "=", webhookId)
    .execute();
  await cancelDeliveries(db, webhookId, reason);
}

export async function cancelDeliveries(
  db: Queries,
  webhookId: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "canceled", error: reason, next_attempt_at: null })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "waiting")
    .execute();
}
