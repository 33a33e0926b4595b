/** Events, states and secrets of webhooks. */
export const webhookEvents = [
  "change_request.opened",
  "change_request.merged",
  "review.requested",
  "review.submitted",
  "comment.created",
  "comment.replied",
  "git_sync.failed",
  "sign_in.failed",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookDeliveryStates = ["waiting", "delivered", "failed", "canceled"] as const;

/** Hours during which the previous secret stays valid after a rotation. */
export const defaultOverlap = 24;
export const maxOverlap = 168;

/** Bytes of a signing key, as in Standard Webhooks. */
export const secretSize = { min: 24, max: 64 } as const;

/** A file with the secret may end with a line break. */
export const webhookSecret = {
  source: "^whsec_[A-Za-z0-9+\\/]{32,88}={0,2}\\s*$",
  means: "whsec_ and 24 to 64 bytes in Base64",
} as const;
