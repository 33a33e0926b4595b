/**
 * Webhooks in organization files. The platform does not return signing secrets, so the files have them only
 * as environment variables.
 */
import type { JsonObject, JsonValue } from "../../context.ts";
import { getUrlLocation } from "../../contract/address-location.ts";
import * as webhook from "../../contract/webhook.ts";
import { webhookEvents } from "../../contract/webhook-values.ts";
import { asText, isList } from "../../json/values.ts";
import type { DesiredResource, ResourceFields } from "./resource.ts";
import { send, type Writer } from "./writing/send.ts";

export function listWebhookFields({ url, events, active }: JsonObject) {
  return { url: asText(url), events: sortEvents(events), active: active !== false };
}

/** All events instead of an empty list. */
export function sortEvents(events: JsonValue | undefined): JsonValue {
  const names = isList(events) ? events.map(asText) : [];
  return (names.length === 0 ? [...webhookEvents] : names).toSorted();
}

/** The title in messages, which contains no secret of the URL. */
export function toWebhookTitle({ url }: JsonObject): string {
  return getUrlLocation(asText(url));
}

/** The note of a webhook whose secret is not in the files. */
export function findNewSecretNote({ kind, fields }: DesiredResource): string | undefined {
  if (kind !== "webhook" || fields.has("secret")) return undefined;
  return "The platform creates a signing secret, which is not shown. To replace it with one that is shown: tome org webhook rotate";
}

export async function createWebhook(
  { client, organizationId }: Writer,
  fields: ResourceFields,
): Promise<JsonObject> {
  const names = ["url", "events", "secret"];
  const entries = names.flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return send(client, webhook.create, { organizationId, ...Object.fromEntries(entries) });
}

export async function updateWebhook(
  { client, organizationId }: Writer,
  webhookId: string,
  { secret, ...values }: JsonObject,
): Promise<JsonObject | undefined> {
  const at = { organizationId, webhookId };
  if (secret !== undefined) await send(client, webhook.rotate, { ...at, secret });
  if (Object.keys(values).length === 0) return undefined;
  return send(client, webhook.update, { ...at, ...values });
}
