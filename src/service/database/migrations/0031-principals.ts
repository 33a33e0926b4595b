/** Principals of jobs, Git operations, translation runs and tunnels. */

import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const addPrincipals: Migration = (schema, db) => [
  ...principals(schema, db),
  ...requesters(schema, db),
  ...runRequests(schema, db),
  ...tunnelPrincipal(schema, db),
];

/** Jobs of earlier versions have neither a principal nor an organization. */
const principals: Migration = (schema) => [
  schema.alterTable("jobs").addColumn("principal", "text"),
  schema.alterTable("jobs").addColumn("organization_id", "text"),
  schema
    .alterTable("jobs")
    .addColumn("concurrency_key", "text", (column) => column.notNull().defaultTo("platform")),
  // Finds the next job of a turn without reading jobs scheduled for later.
  schema
    .createIndex("jobs_by_turn")
    .on("jobs")
    .columns(["state", "kind", "organization_id", "concurrency_key", "run_at"]),
];

/** Earlier operations store only the user who requested them. */
const requesters: Migration = (schema) => [
  schema.alterTable("git_operations").addColumn("principal", "text"),
];

/** The requesters of a run, and the error of the last one. */
const runRequests: Migration = (schema) => [
  schema
    .alterTable("translations")
    .addColumn("requests", "text", (column) => column.notNull().defaultTo("[]")),
  schema.alterTable("translations").addColumn("error", "text"),
];

/**
 * The principal of a tunnel. Earlier versions did not store it: the user who published the latest
 * version of the integration, who may set the tunnel too, becomes the principal.
 */
const tunnelPrincipal: Migration = (schema, db) => [
  schema.alterTable("integration_feeds").addColumn("tunnel_principal", "text"),
  {
    async execute() {
      await sql`update integration_feeds set tunnel_principal = (
        select '{"kind":"user","user":"' || integration_versions.published_by || '"}'
        from integration_versions join integrations
          on integrations.name = integration_versions.integration
          and integrations.version = integration_versions.version
        where integrations.name = integration_feeds.integration
      ) where tunnel_url is not null`.execute(db);
    },
  },
];
