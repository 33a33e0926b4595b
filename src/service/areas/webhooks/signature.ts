/** Signing of webhooks, as in version 1 of Standard Webhooks. */
import { createHash, createHmac } from "node:crypto";
import { secretSize } from "../../../contract/webhook-values.ts";
import { ApiError } from "../../../errors.ts";

const prefix = "whsec_";

/** @param newId random ids, which a platform with a seed repeats */
export function createSecret(newId: () => string): string {
  return prefix + createHash("sha256").update(`${newId()} ${newId()}`).digest("base64");
}

/**
 * @param text the prefix and a key in Base64, possibly with a line break
 * @throws ApiError 400 for a key of another size
 */
export function parseSecret(text: string): string {
  const secret = text.trim();
  const { length } = Buffer.from(secret.slice(prefix.length), "base64");
  if (length >= secretSize.min && length <= secretSize.max) return secret;
  throw new ApiError(
    400,
    `secret must be ${prefix} and ${secretSize.min} to ${secretSize.max} bytes in Base64, not ${length} bytes.`,
    { field: "secret" },
  );
}

/** Identifies the secret of a webhook for the encryption. */
export function toSecretPurpose(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/**
 * The headers of a delivery, with a signature for each secret. A signature covers the id, the time of the
 * attempt and the body.
 * @param secrets each the prefix and a key in Base64
 */
export function signHeaders(
  secrets: readonly string[],
  { id, time, body }: { readonly id: string; readonly time: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const text = `${id}.${timestamp}.${body}`;
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
