/** Repeat counts of audit events, and reasons of undelivered integration events. */
import type { Migration } from "../migrate.ts";

export const addRepeatedEvents: Migration = (schema, db) => [
  ...repeatedEvents(schema, db),
  ...eventReasons(schema, db),
];

/** The repeat count of an event, and the key that identifies repeats. */
const repeatedEvents: Migration = (schema) => [
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

const eventReasons: Migration = (schema) => [
  schema.alterTable("integration_events").addColumn("reason", "text"),
  schema
    .createIndex("integration_events_of_installation")
    .on("integration_events")
    .columns(["installation_id", "delivery", "number"]),
];
