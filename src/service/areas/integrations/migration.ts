/** Migration that creates the tables of integrations, their installations and their events. */
import { sql } from "kysely";
import type { Permissions } from "../../core/installation-permissions.ts";
import type { Migration } from "../../database/migrate.ts";

export const integrations: Migration = (schema) => [
  schema
    .createTable("integrations")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("summary", "text")
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("manifest", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("has_blocks", "integer", (column) => column.notNull())
    .addColumn("has_content_sources", "integer", (column) => column.notNull())
    .addColumn("hears_spaces", "integer", (column) => column.notNull())
    .addColumn("images", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema
    .createIndex("integrations_of_organization")
    .on("integrations")
    .columns(["organization_id", "name"]),
  schema
    .createTable("integration_facets")
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("integration_facets_key", ["integration", "kind", "value"]),
  schema
    .createTable("integration_versions")
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("runtime", "text", (column) => column.notNull())
    .addColumn("script_hash", "text", (column) => column.notNull())
    .addColumn("script", "text")
    .addColumn("published_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("published_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("integration_versions_key", ["integration", "version"]),
  schema
    .createTable("integration_images")
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("bytes", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("integration_images_key", ["integration", "hash"]),
  schema
    .createTable("integration_secrets")
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("integration_secrets_key", ["integration", "name"]),
  schema
    .createTable("integration_feeds")
    .addColumn("integration", "text", (column) =>
      column.primaryKey().notNull().references("integrations.name"),
    )
    .addColumn("last_event", "integer", (column) => column.notNull())
    .addColumn("tunnel_url", "text")
    .addColumn("tunnel_all", "integer", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("sending", "integer", (column) => column.notNull())
    .addColumn("turn", "integer", (column) => column.notNull()),
  schema
    .createTable("installations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("configuration", "text", (column) => column.notNull())
    .addColumn("external_ids", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema
    .createIndex("installations_of_integration")
    .unique()
    .on("installations")
    .columns(["integration", "organization_id"]),
  schema
    .createIndex("installations_of_organization")
    .on("installations")
    .columns(["organization_id", "integration"]),
  schema
    .createTable("integration_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("installation_id", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("delivery", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("trace", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("integration_events_by_number")
    .unique()
    .on("integration_events")
    .columns(["integration", "number"]),
  schema
    .createIndex("integration_events_to_send")
    .on("integration_events")
    .columns(["integration", "number"])
    .where(sql`delivery`, "=", sql.lit("waiting")),
];

/** Adds installations on chosen spaces and docs sites; earlier ones include all. */
export const selections: Migration = (schema) => [
  schema
    .alterTable("installations")
    .addColumn("space_selection", "text", (column) => column.notNull().defaultTo("all")),
  schema
    .alterTable("installations")
    .addColumn("site_selection", "text", (column) => column.notNull().defaultTo("all")),
  schema
    .createTable("installation_contents")
    .addColumn("installation_id", "text", (column) =>
      column.notNull().references("installations.id"),
    )
    .addColumn("content_id", "text", (column) => column.notNull())
    .addColumn("configuration", "text", (column) => column.notNull())
    .addColumn("external_ids", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("installation_contents_key", ["installation_id", "content_id"]),
  schema
    .createIndex("installations_on_content")
    .on("installation_contents")
    .columns(["content_id", "installation_id"]),
];

/**
 * Adds tokens, and the users for whom installations act; the user who created an earlier
 * installation is unknown.
 */
export const agentTokens: Migration = (schema) => [
  schema
    .createTable("agent_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("integration", "text", (column) => column.notNull().references("integrations.name"))
    .addColumn("installation_id", "text", (column) => column.references("installations.id"))
    .addColumn("until", "text", (column) => column.notNull()),
  schema.alterTable("installations").addColumn("installed_by", "text"),
];

/** Adds the base URL of this platform for integrations in development. */
export const tunnelBase: Migration = (schema) => [
  schema.alterTable("integration_feeds").addColumn("tunnel_base", "text"),
];

/** Adds accepted permissions; existing installations accept those of the newest version. */
export const consent: Migration = (schema, db) => [
  schema
    .alterTable("installations")
    .addColumn("accepted", "text", (column) => column.notNull().defaultTo(JSON.stringify(nothing))),
  schema.alterTable("installations").addColumn("announced", "text"),
  {
    async execute() {
      const rows = await db
        .selectFrom("integrations")
        .select(["name", "manifest", "target"])
        .execute();
      for (const { name, manifest, target } of rows) {
        const { scopes }: Permissions = JSON.parse(manifest);
        const accepted: Permissions = { scopes, target };
        await db
          .updateTable("installations")
          .set({ accepted: JSON.stringify(accepted) })
          .where("integration", "=", name)
          .execute();
      }
    },
  },
];

const nothing: Permissions = { scopes: [], target: "organization" };

/**
 * Adds the principal of event delivery to a tunnel. The user who set an earlier tunnel was not
 * stored: the user who last published the integration replaces them, who is allowed to set it.
 */
export const tunnelPrincipal: Migration = (schema, db) => [
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
