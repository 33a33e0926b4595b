/** Reports of Git operations. */
import type { Migration } from "../migrate.ts";

export const addGitReports: Migration = (schema) => [
  schema.alterTable("git_syncs").addColumn("report", "text"),
  schema.alterTable("git_operations").addColumn("progress", "text"),
  schema.alterTable("git_operations").addColumn("outcome", "text"),
];
