/** Migrations of the job queue, apart from its first table. */
import type { Migration } from "../database/migrate.ts";

/** Adds leases, for several processes that share the queue. */
export const leases: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("leased_by", "text"),
  schema.alterTable("jobs").addColumn("leased_until", "integer"),
];

/** Adds the principal and the organization of a job; jobs of earlier versions have neither. */
export const principals: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("principal", "text"),
  schema.alterTable("jobs").addColumn("organization_id", "text"),
  schema
    .alterTable("jobs")
    .addColumn("concurrency_key", "text", (column) => column.notNull().defaultTo("platform")),
  // Finds the next group in turn without reading jobs that are due much later.
  schema
    .createIndex("jobs_by_turn")
    .on("jobs")
    .columns(["state", "kind", "organization_id", "concurrency_key", "run_at"]),
];
