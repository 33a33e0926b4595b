/** The migrations of this program. They are loaded only if a database needs one. */
import type { Migrations } from "./migrate.ts";

export const migrations: Migrations = {
  version: 34,
  load: async () => (await import("./migrations/all.ts")).allMigrations,
};
