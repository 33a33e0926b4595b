/** Glossaries of organizations. */
import type { Migration } from "../migrate.ts";

export const createGlossary: Migration = (schema) => [
  schema
    .createTable("glossary_entries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema
    .createIndex("glossary_entries_by_organization")
    .on("glossary_entries")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("glossary_terms")
    .addColumn("entry_id", "text", (column) => column.notNull().references("glossary_entries.id"))
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("term", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("glossary_terms_key", ["entry_id", "language"]),
];
