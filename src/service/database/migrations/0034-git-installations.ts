/** Connections of spaces to Git repositories, and the last import and export of a space. */
import type { Migration } from "../migrate.ts";

export const createGitInstallations: Migration = (schema) => [
  schema
    .createTable("git_installations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("credentials", "text")
    .addColumn("webhook_secret", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("principal", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("removed_at", "text")
    .addColumn("observed_commit", "text")
    .addColumn("checked_at", "text")
    .addColumn("next_check_at", "text")
    .addColumn("check_number", "integer", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("changed_at", "text")
    .addColumn("received_at", "text")
    .addColumn("rewritten", "text"),
  schema.createIndex("git_installations_by_space").on("git_installations").columns(["space_id"]),
  schema.alterTable("git_syncs").addColumn("started_at", "text"),
  schema.alterTable("git_syncs").addColumn("ended_at", "text"),
  schema.alterTable("git_syncs").addColumn("last_import", "text"),
  schema.alterTable("git_syncs").addColumn("last_export", "text"),
  schema.alterTable("git_syncs").addColumn("disconnected", "integer"),
];
