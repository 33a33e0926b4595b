/** The maximum role that a site gives in a space. */

import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

/**
 * Existing rows get `create`, the minimum role of the user who added the space.
 */
export const addSiteRoleCaps: Migration = (schema, db) => [
  schema
    .alterTable("site_spaces")
    .addColumn("role_cap", "integer", (column) => column.notNull().defaultTo(5)),
  {
    // Only the level admin is higher.
    async execute() {
      await sql`update spaces set resolved_level = 'create'
        where default_level = 'inherit' and resolved_level = 'admin' and exists (
          select 1 from site_spaces join sites on sites.id = site_spaces.site_id
          where site_spaces.space_id = spaces.id and sites.default_level = 'admin'
        )`.execute(db);
    },
  },
];
