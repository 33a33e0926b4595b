/** Creates the tables of translations. */
import type { Migration } from "../../database/migrate.ts";

const numbers = [
  "asked",
  "runs",
  "total_words",
  "total_pages",
  "total_duration",
  "latest_words",
  "latest_pages",
  "latest_duration",
];

export const translations: Migration = (schema) => {
  const texts = schema
    .createTable("translations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    // Not a foreign key, because the translations of a purged space are kept.
    .addColumn("source_space", "text", (column) => column.notNull())
    .addColumn("source_language", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("instructions", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("result_space", "text")
    .addColumn("result_revision", "text")
    .addColumn("translated", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull());
  return [
    numbers.reduce(
      (table, name) => table.addColumn(name, "integer", (column) => column.notNull()),
      texts,
    ),
    schema
      .createIndex("translations_in_order")
      .on("translations")
      .columns(["organization_id", "created_at", "id"]),
  ];
};

/** Adds the pending run requests, and the error of the last run. */
export const runRequests: Migration = (schema) => [
  schema
    .alterTable("translations")
    .addColumn("requests", "text", (column) => column.notNull().defaultTo("[]")),
  schema.alterTable("translations").addColumn("error", "text"),
];
