/** Docs sites and their parts. */
import type { Migration } from "../migrate.ts";

export const createSites: Migration = (schema) => [
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
    // Checked at commit, so that a whole tree can be written in any order.
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
