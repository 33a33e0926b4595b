/** Redirects of sites. */
import type { Migration } from "../migrate.ts";

export const createSiteRedirects: Migration = (schema) => [
  schema
    .createTable("site_redirects")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("source_key", "text", (column) => column.notNull())
    .addColumn("draft", "integer", (column) => column.notNull())
    .addColumn("capture_wildcard", "integer", (column) => column.notNull())
    .addColumn("permanent", "integer", (column) => column.notNull())
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text")
    .addColumn("touched_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_redirect_source", ["site_id", "draft", "source_key"]),
  schema
    .createIndex("redirects_by_creation")
    .on("site_redirects")
    .columns(["site_id", "draft", "created_at", "id"]),
  schema
    .createIndex("redirects_by_change")
    .on("site_redirects")
    .columns(["site_id", "draft", "touched_at", "id"]),
];
