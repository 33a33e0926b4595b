/** Tables of webhooks. */
import type { webhookDeliveryStates } from "../../../contract/webhook-values.ts";

export interface WebhookTable {
  id: string;
  organization_id: string;
  url: string;
  /** JSON list of the events that are sent. */
  events: string;
  /** The encrypted signing secret. */
  secret: string;
  /** JSON list of `PreviousSecret`, the newest first. */
  previous_secrets: string;
  active: number;
  /** The reason for which the platform deactivated it. */
  problem: string | null;
  /** JSON: the user who created it, or activated it last. Deliveries need this user's permission. */
  principal: string;
  created_at: string;
  updated_at: string | null;
}

export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event: string;
  /** The body of the request. */
  payload: string;
  state: (typeof webhookDeliveryStates)[number];
  attempts: number;
  response_status: number | null;
  /** The reason for which the last attempt failed. */
  error: string | null;
  created_at: string;
  attempted_at: string | null;
  next_attempt_at: string | null;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    webhooks: WebhookTable;
    webhook_deliveries: WebhookDeliveryTable;
  }
}
