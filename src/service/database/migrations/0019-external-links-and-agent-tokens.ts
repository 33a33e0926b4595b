/** External links of sites, and tokens of installations. */
import type { Migration } from "../migrate.ts";

export const addExternalLinksAndAgentTokens: Migration = (schema, db) => [
  ...externalLinks(schema, db),
  ...agentTokens(schema, db),
];

/** External links, and the visitor authentication backend; null is a custom one. */
const externalLinks: Migration = (schema) => [
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

/** Tokens of installations and their principal, which is not stored for older installations. */
const agentTokens: Migration = (schema) => [
  schema
    .createTable("agent_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("installation_id", "text", (column) => column.references("installations.id"))
    .addColumn("until", "text", (column) => column.notNull()),
  schema.alterTable("installations").addColumn("installed_by", "text"),
];
