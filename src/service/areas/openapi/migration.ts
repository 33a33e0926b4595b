/** Creates the tables of API specifications. Versions refer to specifications, so `last_version_id` is not a foreign key. */
import type { Migration } from "../../database/migrate.ts";

export const specifications: Migration = (schema) => [
  schema
    .createTable("specifications")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("source_url", "text")
    .addColumn("source_number", "integer", (column) => column.notNull())
    .addColumn("processing_state", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("last_version_id", "text")
    .addColumn("last_processed_at", "text")
    .addColumn("last_error_code", "text")
    .addColumn("last_errors", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    // SQLite reads a row from its beginning, so the column that may be long is the last one.
    .addColumn("source_text", "text"),
  schema
    .createIndex("specifications_in_order")
    .on("specifications")
    .columns(["organization_id", "slug"])
    .unique(),
  schema
    .createTable("specification_versions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("specification_id", "text", (column) =>
      column.notNull().references("specifications.id"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("specification_versions_in_order")
    .on("specification_versions")
    .columns(["specification_id", "number"])
    .unique(),
  schema
    .createTable("specification_contents")
    .addColumn("version_id", "text", (column) =>
      column.primaryKey().notNull().references("specification_versions.id"),
    )
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("filesystem", "text", (column) => column.notNull()),
];
