/** The first migration: the initial tables of the platform. */
import { sql } from "kysely";
import type { Migration } from "./migrate.ts";

export const firstTables: Migration = (schema) => [
  schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("display_name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("photo_url", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createTable("tokens")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("tokens_of_user").on("tokens").column("user_id"),
  schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("use_case", "text")
    .addColumn("email_domains", "text", (column) => column.notNull())
    .addColumn("hostname", "text")
    .addColumn("default_role", "text")
    .addColumn("default_content", "text")
    .addColumn("logo", "text")
    .addColumn("sso", "integer", (column) => column.notNull())
    .addColumn("ai", "integer", (column) => column.notNull())
    .addColumn("invite_links", "integer", (column) => column.notNull())
    .addColumn("merge_rules", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createTable("members")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("role", "text")
    .addColumn("disabled", "integer", (column) => column.notNull())
    .addColumn("sso", "integer", (column) => column.notNull())
    .addColumn("joined_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text")
    .addPrimaryKeyConstraint("members_key", ["organization_id", "user_id"]),
  schema
    .createIndex("members_in_order")
    .on("members")
    .columns(["organization_id", "joined_at", "user_id"]),
  schema.createIndex("members_of_user").on("members").columns(["user_id", "organization_id"]),
  schema
    .createTable("link_invites")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("role", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("link_invites_in_order")
    .on("link_invites")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("collections")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("parent_id", "text")
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("default_level", "text")
    .addColumn("resolved_level", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    // Checked at commit, so that a tree can be written in any order.
    .addForeignKeyConstraint(
      "collection_in_collection",
      ["parent_id"],
      "collections",
      ["id"],
      (constraint) => constraint.deferrable().initiallyDeferred(),
    ),
  schema
    .createIndex("collections_in_order")
    .on("collections")
    .expression(sql`organization_id, coalesce(parent_id, ''), rank, id`),
  schema
    .createIndex("collections_of_parent")
    .on("collections")
    .columns(["parent_id", "rank", "id"]),
  schema
    .createTable("spaces")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("parent_id", "text", (column) => column.references("collections.id"))
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("emoji", "text")
    .addColumn("icon", "text")
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("edit_mode", "text", (column) => column.notNull())
    .addColumn("language", "text")
    .addColumn("merge_rules", "text", (column) => column.notNull())
    .addColumn("default_level", "text")
    .addColumn("resolved_level", "text", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text"),
  schema
    .createIndex("live_spaces_in_order")
    .on("spaces")
    .expression(sql`organization_id, coalesce(parent_id, ''), rank, id`)
    .where(sql`deleted_at`, "is", null),
  schema.createIndex("spaces_of_parent").on("spaces").columns(["parent_id", "rank", "id"]),
  // Also used for the top level of an organization, including deleted spaces.
  schema
    .createIndex("spaces_of_organization")
    .on("spaces")
    .columns(["organization_id", "parent_id", "rank"]),
  schema
    .createTable("jobs")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("run_at", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("last_error", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("jobs_in_order").on("jobs").columns(["state", "run_at", "id"]),
];
