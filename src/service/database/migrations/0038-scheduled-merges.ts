/** Merges of change requests at a later time. */
import type { Migration } from "../migrate.ts";

export const addScheduledMerges: Migration = (schema) => [
  schema.alterTable("change_requests").addColumn("merge_schedule", "text"),
  schema.alterTable("change_requests").addColumn("merge_at", "text"),
  schema
    .alterTable("change_requests")
    .addColumn("merge_scheduled_by", "text", (column) => column.references("users.id")),
  schema.alterTable("change_requests").addColumn("merge_failure", "text"),
];
