/** Expiry of share links, and manual corrections of translated pages. */
import type { Migration } from "../migrate.ts";

export const addShareLinkExpiry: Migration = (schema) => [
  schema.alterTable("site_share_links").addColumn("expires_at", "text"),
  schema
    .alterTable("translations")
    .addColumn("corrections", "text", (column) => column.notNull().defaultTo("{}")),
];
