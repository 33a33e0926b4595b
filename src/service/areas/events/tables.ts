/** The tables of events: what integrations are to be told, and how far that has come. */

/** What keeps the events of an integration in order on their way. */
export interface IntegrationFeedTable {
  integration: string;
  /** The number of its latest event. */
  last_event: number;
  tunnel_url: string | null;
  /** Whether the tunnel gets the events of every organization. */
  tunnel_all: number;
  /** How often in a row the tunnel did not take an event. */
  failures: number;
  /** Whether a job is there to send what waits. */
  sending: number;
  /** Which job that is: an older one, begun for an older tunnel, ends without doing anything. */
  turn: number;
}

export interface IntegrationEventTable {
  id: string;
  integration: string;
  /** Its place among the events of the integration. */
  number: number;
  /** No reference, as an event outlives its installation. */
  installation_id: string;
  organization_id: string;
  /** JSON. */
  payload: string;
  /** `waiting` on its way to a tunnel; `none` where there was no tunnel to send it to. */
  delivery: "none" | "waiting" | "taken" | "failed";
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
