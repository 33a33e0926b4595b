/** The tables of events, and of how far each integration has got them. */

/** The state of sending the events of an integration in their order. */
export interface IntegrationFeedTable {
  integration: string;
  /** The number of its latest event. */
  last_event: number;
  tunnel_url: string | null;
  /** The address of this platform, as whoever set the tunnel reaches it; null for an earlier tunnel. */
  tunnel_base: string | null;
  /** JSON: who set the tunnel; null if there is none, and for one of an earlier version. */
  tunnel_principal: string | null;
  /** Whether the tunnel gets the events of every organization. */
  tunnel_all: number;
  /** How many attempts in a row have failed. */
  failures: number;
  /** Whether a job exists that sends waiting events. */
  sending: number;
  /** The number of that job: an older one, for an older tunnel, ends without sending. */
  turn: number;
}

export type Delivery = "none" | "waiting" | "taken" | "failed" | "expired";

export interface IntegrationEventTable {
  id: string;
  integration: string;
  /** Its position among the events of the integration. */
  number: number;
  /** No reference, as an event may outlive its installation. */
  installation_id: string;
  organization_id: string;
  /** JSON. */
  payload: string;
  /** `waiting` to be sent to a tunnel; `none` if there was no tunnel; `expired` before it was sent. */
  delivery: Delivery;
  /** Why it was given up, as admins of the installing organization may read it. */
  reason: string | null;
  attempts: number;
  /** JSON list of trace lines. */
  trace: string;
  created_at: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
    integration_feeds: IntegrationFeedTable;
    integration_events: IntegrationEventTable;
  }
}
