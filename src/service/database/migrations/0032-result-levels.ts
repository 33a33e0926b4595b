/** Levels of the results of translations. */
import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

/**
 * Recomputes the levels of spaces that inherit them. Results of translations had the level that a site
 * gave to their sources.
 */
export const recomputeResultLevels: Migration = (_, db) => [
  {
    async execute() {
      await sql`update spaces set resolved_level = coalesce(
          (select above.resolved_level from collections as above where above.id = spaces.parent_id),
          'member'
        )
        where default_level = 'inherit' and not exists (
          select 1 from site_spaces join sites on sites.id = site_spaces.site_id
          where site_spaces.space_id = spaces.id
            and (sites.default_level is null or sites.default_level <> 'inherit')
        )`.execute(db);
    },
  },
];
