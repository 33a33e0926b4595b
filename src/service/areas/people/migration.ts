/** Creates the tables for members, teams and grants, and the columns and indexes that older tables lack. */
import { sql } from "kysely";
import type { Migration } from "../../database/migrate.ts";

export const people: Migration = (schema) => [
  schema
    .createTable("teams")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("teams_in_order").on("teams").columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("team_members")
    .addColumn("team_id", "text", (column) => column.notNull().references("teams.id"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("role", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("team_members_key", ["team_id", "user_id"]),
  schema.createIndex("teams_of_user").on("team_members").columns(["user_id", "team_id"]),
  // Content and holder are each in one of several tables, so neither can be a foreign key.
  schema
    .createTable("grants")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("content_id", "text", (column) => column.notNull())
    .addColumn("holder_id", "text", (column) => column.notNull())
    .addColumn("strength", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("grants_key", ["content_id", "holder_id"]),
  schema.createIndex("grants_of_holder").on("grants").columns(["holder_id", "content_id"]),
  schema
    .createTable("saml_providers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("entity_id", "text", (column) => column.notNull())
    .addColumn("certificate", "text", (column) => column.notNull())
    .addColumn("sso_url", "text", (column) => column.notNull())
    .addColumn("default_team", "text", (column) => column.references("teams.id"))
    .addColumn("default_role", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("saml_providers_in_order")
    .on("saml_providers")
    .columns(["organization_id", "created_at", "id"]),
  // The target of an invite link to a collection or a space, and the role in it.
  schema
    .alterTable("link_invites")
    .addColumn("space_id", "text", (column) => column.references("spaces.id")),
  schema
    .alterTable("link_invites")
    .addColumn("collection_id", "text", (column) => column.references("collections.id")),
  schema.alterTable("link_invites").addColumn("level", "text"),
  schema
    .createIndex("members_by_last_seen")
    .on("members")
    .columns(["organization_id", "last_seen_at", "user_id"]),
  schema.createIndex("users_by_email").on("users").expression(sql`lower(email)`),
  schema
    .createIndex("live_spaces_by_age")
    .on("spaces")
    .columns(["organization_id", "created_at", "id"])
    .where(sql`deleted_at`, "is", null),
  // Spaces are counted for each page of members. The index covers the query, so that no row is read.
  schema
    .createIndex("live_spaces_by_level")
    .on("spaces")
    .columns(["organization_id", "resolved_level"])
    .where(sql`deleted_at`, "is", null),
];

/** Adds the columns on which role precedence depends: default levels of sites, and creators of hidden content. */
export const precedence: Migration = (schema) => [
  schema
    .alterTable("sites")
    .addColumn("default_level", "text", (column) => column.defaultTo("inherit")),
  schema.alterTable("collections").addColumn("created_by", "text"),
  schema
    .createIndex("hidden_collections_by_creator")
    .on("collections")
    .columns(["created_by"])
    .where(sql`default_level`, "is", null),
  schema
    .createIndex("hidden_spaces_by_creator")
    .on("spaces")
    .columns(["created_by"])
    .where(sql`default_level`, "is", null),
];

/** Adds pending invitations. */
export const invitations: Migration = (schema) => [
  schema
    .createTable("invitations")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("role", "text")
    .addColumn("sso", "integer", (column) => column.notNull())
    .addColumn("invited_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("invitations_key", ["organization_id", "user_id"]),
  schema.createIndex("invitations_of_user").on("invitations").columns(["user_id", "created_at"]),
];
