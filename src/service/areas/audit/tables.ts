/** The table of audit events. */

export interface AuditEventTable {
  /** A UUID, which is published. */
  id: string;
  organization_id: string;
  occurred_at: string;
  /** The operation, or `cancelJob`. */
  action: string;
  actor_type: "user" | "integration" | "system";
  /** Not a reference, because the event outlives the actor; the same applies to the target. */
  actor_id: string;
  actor_label: string | null;
  target_type: string;
  target_id: string;
  target_label: string | null;
  /** The id of the request, or of the job. */
  request_id: string;
  /** JSON. */
  payload: string;
  /**
   * The number of occurrences from `occurred_at` to `last_occurred_at`; if that is null, there was
   * one time only.
   */
  occurrences: number;
  last_occurred_at: string | null;
  /** A digest of actor, action, target, input and client; null for events that are older than this column. */
  repeat_key: string | null;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    audit_events: AuditEventTable;
  }
}
