/** Draft parts of sites, and the base URL of development tunnels. */
import type { Migration } from "../migrate.ts";

export const addDraftPartsAndTunnels: Migration = (schema, db) => [
  ...draftParts(schema, db),
  ...tunnelBase(schema, db),
];

/** Draft and hidden parts of a site, localized titles and home pages. */
const draftParts: Migration = (schema) => [
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

/** The base URL at which integrations in development reach the platform. */
const tunnelBase: Migration = (schema) => [
  schema.alterTable("integration_feeds").addColumn("tunnel_base", "text"),
];
