/** Former paths of pages and sites, failed SAML sign-ins, and former members. */
import type { Migration } from "../migrate.ts";

export const addPublishedPaths: Migration = (schema) => [
  schema
    .createTable("page_paths")
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_paths_key", ["space_id", "path", "page_id", "position"]),
  schema.createIndex("page_paths_by_position").on("page_paths").columns(["position"]),
  schema.createIndex("page_paths_by_page").on("page_paths").columns(["space_id", "page_id"]),
  schema
    .createTable("site_paths")
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("since", "integer", (column) => column.notNull())
    .addColumn("until", "integer")
    .addPrimaryKeyConstraint("site_paths_key", ["site_id", "path", "space_id", "since"]),
  schema
    .createTable("saml_failures")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("provider_id", "text", (column) => column.notNull().references("saml_providers.id"))
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("saml_failures_by_time")
    .on("saml_failures")
    .columns(["provider_id", "created_at"]),
  schema
    .createTable("former_members")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("removed_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("former_members_key", ["organization_id", "user_id"]),
];
