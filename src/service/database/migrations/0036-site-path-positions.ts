/** Indexes for the newest position of a site's former paths, across all sites. */
import type { Migration } from "../migrate.ts";

export const indexSitePathPositions: Migration = (schema) => [
  schema.createIndex("site_paths_by_since").on("site_paths").columns(["since"]),
  schema.createIndex("site_paths_by_until").on("site_paths").columns(["until"]),
];
