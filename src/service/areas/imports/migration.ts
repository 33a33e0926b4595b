/** Migration that creates the table of imports. */
import type { Migration } from "../../database/migrate.ts";

export const imports: Migration = (schema) => [
  schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("change_request_id", "text")
    .addColumn("page_id", "text")
    .addColumn("site_id", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("pages", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("completed_at", "text"),
  schema
    .createIndex("imports_in_order")
    .on("imports")
    .columns(["organization_id", "created_at", "id"]),
  schema.createIndex("imports_of_space").on("imports").column("space_id"),
];
