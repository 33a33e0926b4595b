/** Leases of jobs. */
import type { Migration } from "../migrate.ts";

export const addJobLeases: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("leased_by", "text"),
  schema.alterTable("jobs").addColumn("leased_until", "integer"),
];
