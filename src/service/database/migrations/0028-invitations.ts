/** Invitations that wait for the invited user. */
import type { Migration } from "../migrate.ts";

export const createInvitations: Migration = (schema) => [
  schema
    .createTable("invitations")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("role", "text")
    .addColumn("sso", "integer", (column) => column.notNull())
    .addColumn("invited_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("invitations_key", ["organization_id", "user_id"]),
  schema.createIndex("invitations_of_user").on("invitations").columns(["user_id", "created_at"]),
];
