/** Adds why an event was given up, and finds the events of one installation by their delivery. */
import type { Migration } from "../../database/migrate.ts";

export const eventReasons: Migration = (schema) => [
  schema.alterTable("integration_events").addColumn("reason", "text"),
  schema
    .createIndex("integration_events_of_installation")
    .on("integration_events")
    .columns(["installation_id", "delivery", "number"]),
];
