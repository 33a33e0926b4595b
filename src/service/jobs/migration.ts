/** The migrations of the queue beyond its table. */
import type { Migration } from "../database/migrate.ts";

/** Several processes share the jobs: who does one, and until when. */
export const leases: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("leased_by", "text"),
  schema.alterTable("jobs").addColumn("leased_until", "integer"),
];

/** In whose name and for which organization a job runs; jobs of earlier versions name neither. */
export const principals: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("principal", "text"),
  schema.alterTable("jobs").addColumn("organization_id", "text"),
  schema
    .alterTable("jobs")
    .addColumn("concurrency_key", "text", (column) => column.notNull().defaultTo("platform")),
  // Finds whose turn it is without reading what waits for days.
  schema
    .createIndex("jobs_by_turn")
    .on("jobs")
    .columns(["state", "kind", "organization_id", "concurrency_key", "run_at"]),
];
