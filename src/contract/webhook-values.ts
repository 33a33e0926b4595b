/** Events of webhooks. */
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
