/** The audit log of an organization. */
import type { Migration } from "../migrate.ts";

export const createAuditEvents: Migration = (schema) => [
  schema
    .createTable("audit_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("occurred_at", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("actor_type", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("actor_label", "text")
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("target_label", "text")
    .addColumn("request_id", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull()),
  schema
    .createIndex("audit_events_in_order")
    .on("audit_events")
    .columns(["organization_id", "occurred_at", "id"]),
];
