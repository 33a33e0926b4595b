/**
 * Migration that adds the reason of a failed delivery, and an index of events by installation and
 * delivery.
 */
import type { Migration } from "../../database/migrate.ts";

export const eventReasons: Migration = (schema) => [
  schema.alterTable("integration_events").addColumn("reason", "text"),
  schema
    .createIndex("integration_events_of_installation")
    .on("integration_events")
    .columns(["installation_id", "delivery", "number"]),
];
