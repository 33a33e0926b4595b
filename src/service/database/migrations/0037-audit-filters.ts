/** Indexes for the filters of audit events, so that a filter without matches reads no other events. */
import type { Migration } from "../migrate.ts";

export const indexAuditFilters: Migration = (schema) =>
  ["action", "actor_id", "target_id"].map((column) =>
    schema
      .createIndex(`audit_events_by_${column}`)
      .on("audit_events")
      .columns(["organization_id", column, "occurred_at", "id"]),
  );
