/**
 * The migrations of this program. They are loaded only if a database needs one. `npm run generate`
 * sets the version.
 */
import type { Migrations } from "./migrate.ts";

export const migrations: Migrations = {
  version: 54,
  // Nothing was released before this step.
  downtime: 45,
  load: async () => (await import("./migrations/all.ts")).allMigrations,
  loadSchema: async () => (await import("./migrations/schema.ts")).schemaScript,
};
