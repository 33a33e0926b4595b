/** Webhooks of organizations, and their deliveries. */
import type { Migration } from "../migrate.ts";

export const createWebhooks: Migration = (schema) => [
  schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("active", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("principal", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text"),
  schema
    .createIndex("webhooks_by_organization")
    .on("webhooks")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("webhook_id", "text", (column) => column.notNull().references("webhooks.id"))
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("response_status", "integer")
    .addColumn("error", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("attempted_at", "text")
    .addColumn("next_attempt_at", "text"),
  schema
    .createIndex("webhook_deliveries_by_time")
    .on("webhook_deliveries")
    .columns(["webhook_id", "created_at", "id"]),
];
