/** Migration that creates the tables of Git Sync. */
import type { Migration } from "../../database/migrate.ts";

export const git: Migration = (schema) => [
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

/** Adds plans, progress and reports. */
export const reports: Migration = (schema) => [
  schema.alterTable("git_syncs").addColumn("report", "text"),
  schema.alterTable("git_operations").addColumn("progress", "text"),
  schema.alterTable("git_operations").addColumn("outcome", "text"),
];

/** Adds the principal of each operation; earlier operations have only the user. */
export const requesters: Migration = (schema) => [
  schema.alterTable("git_operations").addColumn("principal", "text"),
];
