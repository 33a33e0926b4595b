/** Migration that creates the table of audit events. */
import type { Migration } from "../../database/migrate.ts";

export const audit: Migration = (schema) => [
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

/** Adds the repeat count of an event, and the key by which its repeats are found. */
export const repeatedEvents: Migration = (schema) => [
  schema
    .alterTable("audit_events")
    .addColumn("occurrences", "integer", (column) => column.notNull().defaultTo(1)),
  schema.alterTable("audit_events").addColumn("last_occurred_at", "text"),
  schema.alterTable("audit_events").addColumn("repeat_key", "text"),
  schema
    .createIndex("audit_events_repeated")
    .on("audit_events")
    .columns(["organization_id", "repeat_key", "occurred_at"]),
];
