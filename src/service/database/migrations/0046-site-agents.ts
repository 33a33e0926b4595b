/** Agent settings, MCP servers, channels and ads of sites. */
import type { Migration } from "../migrate.ts";

export const createSiteAgents: Migration = (schema) => [
  schema
    .createTable("site_mcp_servers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("transport", "text", (column) => column.notNull())
    .addColumn("headers", "text", (column) => column.notNull())
    .addColumn("condition", "text")
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("site_mcp_servers_by_site")
    .on("site_mcp_servers")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("site_channels")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("site_channels_by_site")
    .on("site_channels")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createTable("site_agent_settings")
    .addColumn("site_id", "text", (column) => column.primaryKey().notNull().references("sites.id"))
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.notNull()),
  // Null for a site without ads.
  schema.alterTable("sites").addColumn("ads_topic", "text"),
  schema.alterTable("sites").addColumn("ads_in_review", "integer"),
];
