/** Creates the tables of sites. Defaults are not foreign keys, because they may outlive their row. */
import { sql } from "kysely";
import type { Migration } from "../../database/migrate.ts";

export const sites: Migration = (schema) => [
  schema
    .createTable("sites")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("basename", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("published", "integer", (column) => column.notNull())
    .addColumn("adaptive_content", "integer", (column) => column.notNull())
    .addColumn("agents_context", "text", (column) => column.notNull())
    .addColumn("proxy", "text", (column) => column.unique())
    .addColumn("share_key", "text")
    .addColumn("visitor_schema", "text")
    .addColumn("visitor_schema_at", "text")
    .addColumn("default_section_id", "text")
    .addColumn("default_site_space_id", "text")
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_basename", ["organization_id", "basename"]),
  schema.createIndex("sites_in_order").on("sites").columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("site_section_groups")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("parent_id", "text")
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("icon", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    // Checked at commit, so that the rows of a tree can be written in any order.
    .addForeignKeyConstraint(
      "section_group_in_group",
      ["parent_id"],
      "site_section_groups",
      ["id"],
      (constraint) => constraint.deferrable().initiallyDeferred(),
    ),
  schema.createIndex("section_groups_of_site").on("site_section_groups").columns(["site_id"]),
  schema
    .createTable("site_sections")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("group_id", "text", (column) => column.references("site_section_groups.id"))
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("condition", "text")
    .addColumn("icon", "text")
    .addColumn("default_site_space_id", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_section_path", ["site_id", "path"]),
  schema
    .createTable("site_spaces")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("section_id", "text", (column) => column.references("site_sections.id"))
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("condition", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("site_spaces_of_site").on("site_spaces").columns(["site_id"]),
  schema.createIndex("site_spaces_of_space").on("site_spaces").columns(["space_id", "site_id"]),
];

/** Adds the redirects of sites. */
export const redirects: Migration = (schema) => [
  schema
    .createTable("site_redirects")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("source_key", "text", (column) => column.notNull())
    .addColumn("draft", "integer", (column) => column.notNull())
    .addColumn("capture_wildcard", "integer", (column) => column.notNull())
    .addColumn("permanent", "integer", (column) => column.notNull())
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text")
    .addColumn("touched_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_redirect_source", ["site_id", "draft", "source_key"]),
  schema
    .createIndex("redirects_by_creation")
    .on("site_redirects")
    .columns(["site_id", "draft", "created_at", "id"]),
  schema
    .createIndex("redirects_by_change")
    .on("site_redirects")
    .columns(["site_id", "draft", "touched_at", "id"]),
];

/** Replaces the share key of a site with named share links, and adds settings for visitor authentication. */
export const visitors: Migration = (schema, db) => [
  schema
    .createTable("site_share_links")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull().unique())
    .addColumn("active", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("share_links_in_order")
    .on("site_share_links")
    .columns(["site_id", "created_at", "id"]),
  {
    // A site had at most one link, so the link can have the id of the site.
    async execute() {
      await sql`insert into site_share_links (id, site_id, name, secret, active, created_at)
        select id, id, 'Share link', share_key, 1, created_at
        from sites where share_key is not null`.execute(db);
    },
  },
  schema.alterTable("sites").dropColumn("share_key"),
  schema
    .createTable("site_auth")
    .addColumn("site_id", "text", (column) => column.primaryKey().notNull().references("sites.id"))
    .addColumn("fallback_url", "text")
    .addColumn("logout_url", "text")
    .addColumn("sealed_key", "text", (column) => column.notNull()),
];

/** Adds customization. The id is not a foreign key, because the settings may outlive a site space. */
export const customizations: Migration = (schema) => [
  schema
    .createTable("site_customizations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema.createIndex("customizations_of_site").on("site_customizations").columns(["site_id"]),
];

/** Adds external links, and the visitor authentication backend; null is a custom server. */
export const externalLinks: Migration = (schema) => [
  schema
    .createTable("site_external_links")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("group_id", "text", (column) => column.references("site_section_groups.id"))
    .addColumn("rank", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("localized_title", "text")
    .addColumn("description", "text")
    .addColumn("localized_description", "text")
    .addColumn("icon", "text")
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("draft", "integer", (column) => column.notNull())
    .addColumn("condition", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("external_links_of_site").on("site_external_links").columns(["site_id"]),
  schema.alterTable("site_auth").addColumn("backend", "text"),
];

/** Adds drafts, hidden site spaces, translated titles and home pages. */
export const draftParts: Migration = (schema) => [
  schema.alterTable("site_section_groups").addColumn("localized_title", "text"),
  schema
    .alterTable("site_section_groups")
    .addColumn("draft", "integer", (column) => column.notNull().defaultTo(0)),
  schema.alterTable("site_sections").addColumn("localized_title", "text"),
  schema.alterTable("site_sections").addColumn("localized_description", "text"),
  schema
    .alterTable("site_sections")
    .addColumn("draft", "integer", (column) => column.notNull().defaultTo(0)),
  schema
    .alterTable("site_spaces")
    .addColumn("draft", "integer", (column) => column.notNull().defaultTo(0)),
  schema
    .alterTable("site_spaces")
    .addColumn("hidden", "integer", (column) => column.notNull().defaultTo(0)),
  schema.alterTable("site_spaces").addColumn("page_id", "text"),
];

/**
 * Adds the maximum role that a site gives in each of its spaces. Older rows get `create`, the minimum
 * role that was required to add the space.
 */
export const roleCaps: Migration = (schema, db) => [
  schema
    .alterTable("site_spaces")
    .addColumn("role_cap", "integer", (column) => column.notNull().defaultTo(5)),
  {
    // Admin is the only level above create.
    async execute() {
      await sql`update spaces set resolved_level = 'create'
        where default_level = 'inherit' and resolved_level = 'admin' and exists (
          select 1 from site_spaces join sites on sites.id = site_spaces.site_id
          where site_spaces.space_id = spaces.id and sites.default_level = 'admin'
        )`.execute(db);
    },
  },
];

/** Adds custom hostnames and their status. */
export const hostnames: Migration = (schema) => [
  schema.alterTable("sites").addColumn("hostname", "text"),
  schema.alterTable("sites").addColumn("hostname_status", "text"),
  schema.createIndex("sites_by_hostname").unique().on("sites").column("hostname"),
];
