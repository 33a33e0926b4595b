/** Hostnames of organizations. */
import type { Migration } from "../migrate.ts";

export const addHostnames: Migration = (schema) => [
  schema.alterTable("sites").addColumn("hostname", "text"),
  schema.alterTable("sites").addColumn("hostname_status", "text"),
  schema.createIndex("sites_by_hostname").unique().on("sites").column("hostname"),
];
