/** Creates the tables of SAML sign-ins. */
import type { Migration } from "../../database/migrate.ts";

export const signIns: Migration = (schema) => [
  schema
    .createTable("sign_ins")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull()),
  schema.createIndex("sign_ins_by_end").on("sign_ins").columns(["expires_at"]),
  schema
    .createTable("used_once")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("expires_at", "text", (column) => column.notNull()),
  schema.createIndex("used_once_by_end").on("used_once").columns(["expires_at"]),
];
