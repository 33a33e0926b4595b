/** Tables of events, and of their delivery to each integration. */

/**
 * The tunnel of an integration whose published script this platform runs itself. It is not a URL
 * that a user can set.
 */
export const scriptUrl = "tome:script";

/** The delivery state of the events of an integration. */
export interface IntegrationFeedTable {
  integration: string;
  /** The number of its latest event. */
  last_event: number;
  tunnel_url: string | null;
  /** The base URL of this platform for the user who set the tunnel; null for an earlier tunnel. */
  tunnel_base: string | null;
  /**
   * The principal who set the tunnel, as JSON; null without a tunnel, and for one of an earlier
   * version.
   */
  tunnel_principal: string | null;
  /** Whether the tunnel receives the events of all organizations. */
  tunnel_all: number;
  /** The number of consecutive failed attempts. */
  failures: number;
  /** Whether there is a job that sends waiting events. */
  sending: number;
  /** The number of that job; an older job, for an older tunnel, ends without sending. */
  turn: number;
}

export type Delivery = "none" | "waiting" | "taken" | "failed" | "expired";

export interface IntegrationEventTable {
  id: string;
  integration: string;
  /** Its position among the events of the integration. */
  number: number;
  /** Not a reference, because an event may outlive its installation. */
  installation_id: string;
  organization_id: string;
  /** JSON. */
  payload: string;
  /** `waiting` to be sent to a tunnel; `none` without a tunnel; `expired` before it was sent. */
  delivery: Delivery;
  /** The reason of a failed delivery, for admins of the installing organization. */
  reason: string | null;
  attempts: number;
  /** JSON list of trace lines. */
  trace: string;
  created_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    integration_feeds: IntegrationFeedTable;
    integration_events: IntegrationEventTable;
  }
}
