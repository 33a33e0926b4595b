/** The tables of tables.ts. */
import { sql } from "kysely";
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
    // No foreign key: the translations of a purged space stay, and their runs find no source.
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

/** Who waits for a run, and why the last one ended without a result. */
export const runRequests: Migration = (schema) => [
  schema
    .alterTable("translations")
    .addColumn("requests", "text", (column) => column.notNull().defaultTo("[]")),
  schema.alterTable("translations").addColumn("error", "text"),
];

/**
 * Brings the levels of spaces that inherit up to date: results of translations had the level that a
 * site gave to their sources.
 */
export const resultLevels: Migration = (_, db) => [
  {
    async execute() {
      await sql`update spaces set resolved_level = coalesce(
          (select above.resolved_level from collections as above where above.id = spaces.parent_id),
          'member'
        )
        where default_level = 'inherit' and not exists (
          select 1 from site_spaces join sites on sites.id = site_spaces.site_id
          where site_spaces.space_id = spaces.id
            and (sites.default_level is null or sites.default_level <> 'inherit')
        )`.execute(db);
    },
  },
];
