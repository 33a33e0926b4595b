/** The table of audit events. */

export interface AuditEventTable {
  /** A UUID, as is published. */
  id: string;
  organization_id: string;
  occurred_at: string;
  /** The operation, or `cancelJob`. */
  action: string;
  actor_type: "user" | "integration" | "system";
  /** No reference, as the event outlives who is named in it; the same for the target. */
  actor_id: string;
  actor_label: string | null;
  target_type: string;
  target_id: string;
  target_label: string | null;
  /** The id of the request, or of the job. */
  request_id: string;
  /** JSON. */
  payload: string;
  /** How often it happened, from `occurred_at` to `last_occurred_at`; null is the same moment. */
  occurrences: number;
  last_occurred_at: string | null;
  /** A digest of who did what to which thing; null for events from before this column. */
  repeat_key: string | null;
}

declare module "../../database/tables.ts" {
  interface Tables {
    audit_events: AuditEventTable;
  }
}
