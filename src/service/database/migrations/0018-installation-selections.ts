/** Spaces and sites that an installation covers. */
import type { Migration } from "../migrate.ts";

/** Existing installations cover all spaces and sites. */
export const addInstallationSelections: Migration = (schema) => [
  schema
    .alterTable("installations")
    .addColumn("space_selection", "text", (column) => column.notNull().defaultTo("all")),
  schema
    .alterTable("installations")
    .addColumn("site_selection", "text", (column) => column.notNull().defaultTo("all")),
  schema
    .createTable("installation_contents")
    .addColumn("installation_id", "text", (column) =>
      column.notNull().references("installations.id"),
    )
    .addColumn("content_id", "text", (column) => column.notNull())
    .addColumn("configuration", "text", (column) => column.notNull())
    .addColumn("external_ids", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("installation_contents_key", ["installation_id", "content_id"]),
  schema
    .createIndex("installations_on_content")
    .on("installation_contents")
    .columns(["content_id", "installation_id"]),
];
