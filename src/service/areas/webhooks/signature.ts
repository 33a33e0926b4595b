/** Signing of webhooks, as in version 1 of Standard Webhooks. */
import { createHash, createHmac } from "node:crypto";

const prefix = "whsec_";

/** @param newId random ids, which a platform with a seed repeats */
export function createSecret(newId: () => string): string {
  return prefix + createHash("sha256").update(`${newId()} ${newId()}`).digest("base64");
}

/** Identifies the secret of a webhook for the encryption. */
export function secretPurpose(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/**
 * The headers of a delivery. The signature covers the id, the time of the attempt and the body.
 * @param secret the prefix and a key in Base64
 */
export function signHeaders(
  secret: string,
  { id, time, body }: { readonly id: string; readonly time: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
