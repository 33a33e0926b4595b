/** The migration that gives tokens an expiry and records when they were last used. */
import type { Migration } from "./migrate.ts";

export const tokenTimes: Migration = (schema) => [
  schema.alterTable("tokens").addColumn("expires_at", "text"),
  schema.alterTable("tokens").addColumn("last_used_at", "text"),
];
