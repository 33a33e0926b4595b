/** Change requests that a language model wrote: style guide checks, and corrections of findings. */
import type { Migration } from "../migrate.ts";

export const createModelChanges: Migration = (schema) => [
  schema
    .createTable("styleguide_runs")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    // No foreign key: the run remains when its style guide is deleted.
    .addColumn("styleguide_id", "text", (column) => column.notNull())
    .addColumn("spaces", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("styleguide_runs_by_site")
    .on("styleguide_runs")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("styleguide_checks")
    .addColumn("change_request_id", "text", (column) =>
      column.primaryKey().notNull().references("change_requests.id").onDelete("cascade"),
    )
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("run_id", "text", (column) =>
      column.notNull().references("styleguide_runs.id").onDelete("cascade"),
    )
    .addColumn("current_run_id", "text", (column) => column.notNull())
    .addColumn("requested_by", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("changed_pages", "integer")
    .addColumn("checked_at", "text")
    .addColumn("failure", "text"),
  schema
    .createIndex("styleguide_checks_by_site")
    .on("styleguide_checks")
    .columns(["site_id", "space_id"]),
  schema.createIndex("styleguide_checks_by_run").on("styleguide_checks").columns(["run_id"]),
  schema.createIndex("styleguide_checks_by_space").on("styleguide_checks").columns(["space_id"]),
  schema
    .createTable("finding_change_requests")
    .addColumn("change_request_id", "text", (column) =>
      column.primaryKey().notNull().references("change_requests.id").onDelete("cascade"),
    )
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("finding_id", "text", (column) =>
      column.notNull().references("site_findings.id").onDelete("cascade"),
    ),
  schema
    .createIndex("finding_change_requests_by_finding")
    .on("finding_change_requests")
    .columns(["finding_id"]),
  schema
    .createIndex("finding_change_requests_by_space")
    .on("finding_change_requests")
    .columns(["space_id"]),
];
