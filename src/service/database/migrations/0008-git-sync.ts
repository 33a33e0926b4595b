/** Git synchronization of spaces. */
import type { Migration } from "../migrate.ts";

export const createGitSync: Migration = (schema) => [
  schema
    .createTable("git_syncs")
    .addColumn("space_id", "text", (column) =>
      column.primaryKey().notNull().references("spaces.id"),
    )
    .addColumn("shown", "text", (column) => column.notNull())
    .addColumn("ref", "text", (column) => column.notNull())
    .addColumn("legacy", "integer", (column) => column.notNull())
    .addColumn("operation", "text")
    .addColumn("state", "text")
    .addColumn("error", "text")
    .addColumn("revision_id", "text")
    .addColumn("commit_oid", "text")
    .addColumn("synced_place", "text")
    .addColumn("synced_revision_id", "text")
    .addColumn("synced_commit", "text")
    .addColumn("synced_at", "text"),
  schema
    .createTable("git_operations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("credentials", "text")
    .addColumn("requested_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("git_operations_in_order")
    .on("git_operations")
    .columns(["space_id", "number"])
    .unique(),
  schema
    .createTable("git_files")
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("oid", "text", (column) => column.notNull())
    .addColumn("thing_id", "text")
    .addPrimaryKeyConstraint("git_files_key", ["space_id", "path"]),
];
