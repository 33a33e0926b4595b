/** Migration that adds the expiry and the last use of tokens. */
import type { Migration } from "./migrate.ts";

export const tokenTimes: Migration = (schema) => [
  schema.alterTable("tokens").addColumn("expires_at", "text"),
  schema.alterTable("tokens").addColumn("last_used_at", "text"),
];
