/** Visitors of sites: share links, authentication and adaptive content. */

import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const addVisitors: Migration = (schema, db) => [
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
    // A site had at most one share link, so the link can take the id of the site.
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
