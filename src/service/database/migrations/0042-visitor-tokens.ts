/** Visitor tokens that are too long for a cookie. */
import type { Migration } from "../migrate.ts";

export const addVisitorTokens: Migration = (schema) => [
  schema
    .createTable("visitor_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("sealed_token", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull()),
  schema.createIndex("visitor_tokens_by_site").on("visitor_tokens").columns(["site_id"]),
  schema.createIndex("visitor_tokens_by_end").on("visitor_tokens").columns(["expires_at"]),
];
