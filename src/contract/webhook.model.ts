/** A webhook of an organization, and its deliveries. */
import * as z from "zod/mini";
import { createPageModel, open, time, url } from "./shared.model.ts";
import { webhookDeliveryStates, webhookEvents } from "./webhook-values.ts";

export const webhook = z.looseObject({
  object: z.literal("webhook"),
  id: z.string(),
  url,
  events: z.array(open(webhookEvents)),
  active: z.boolean(),
  /** Signing key, only in the responses of the creation and of a rotation. */
  secret: z.optional(z.string()),
  /** Time until which deliveries are also signed with previous secrets. */
  previousSecretExpiresAt: z.optional(time),
  /** Reason why the platform deactivated it. */
  problem: z.optional(z.string()),
  createdAt: time,
  updatedAt: z.optional(time),
  urls: z.looseObject({ location: url }),
});

export const webhooks = createPageModel(webhook);

export const webhookDelivery = z.looseObject({
  object: z.literal("webhook-delivery"),
  /** The `webhook-id` of all its attempts. */
  id: z.string(),
  event: open([...webhookEvents, "webhook.test"]),
  status: open(webhookDeliveryStates),
  attempts: z.int(),
  /** Status code of the last response. */
  responseStatus: z.optional(z.int()),
  /** Reason why the last attempt failed. */
  error: z.optional(z.string()),
  createdAt: time,
  attemptedAt: z.optional(time),
  nextAttemptAt: z.optional(time),
});

export const webhookDeliveries = createPageModel(webhookDelivery);
