/** Context records of sites, the connections that they come from, and findings about the content. */
import type { Migration } from "../migrate.ts";

export const createSiteContext: Migration = (schema) => [
  schema
    .createTable("context_connections")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("connector", "text", (column) => column.notNull())
    .addColumn("setup", "text")
    .addColumn("credentials", "text")
    .addColumn("usage_settings", "text", (column) => column.notNull())
    .addColumn("label", "text")
    .addColumn("filter", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("failure_message", "text")
    .addColumn("failure_reason", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("synced_at", "text"),
  schema
    .createIndex("context_connections_by_site")
    .on("context_connections")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("context_records")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("connection_id", "text", (column) =>
      column.notNull().references("context_connections.id"),
    )
    .addColumn("source_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("url", "text")
    .addColumn("metadata", "text")
    .addColumn("search_text", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("processed_at", "text", (column) => column.notNull())
    .addUniqueConstraint("context_records_key", ["connection_id", "source_id"]),
  schema
    .createIndex("context_records_by_site")
    .on("context_records")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("site_scans")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("low", "integer", (column) => column.notNull())
    .addColumn("medium", "integer", (column) => column.notNull())
    .addColumn("high", "integer", (column) => column.notNull())
    .addColumn("failure_message", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("finished_at", "text"),
  schema
    .createIndex("site_scans_by_site")
    .on("site_scans")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("site_findings")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("scan_id", "text", (column) => column.notNull().references("site_scans.id"))
    .addColumn("space_id", "text", (column) => column.references("spaces.id"))
    .addColumn("page_id", "text")
    .addColumn("finding_key", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("severity", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("occurs", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_findings_key", ["site_id", "finding_key"]),
  schema.createIndex("site_findings_by_space").on("site_findings").columns(["space_id"]),
  schema.createIndex("site_findings_by_scan").on("site_findings").columns(["scan_id"]),
];
