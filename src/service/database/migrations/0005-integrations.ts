/** Integrations, their versions, installations and events. */

import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const createIntegrations: Migration = (schema) => [
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
