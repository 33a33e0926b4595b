/** The migration that lets several processes share the jobs: who does one, and until when. */
import type { Migration } from "../database/migrate.ts";

export const leases: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("leased_by", "text"),
  schema.alterTable("jobs").addColumn("leased_until", "integer"),
];
