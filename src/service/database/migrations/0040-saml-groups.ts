/** Groups of SAML providers, whose members join teams. */
import type { Migration } from "../migrate.ts";

export const createSamlGroups: Migration = (schema) => [
  schema.alterTable("saml_providers").addColumn("groups_attribute", "text"),
  schema
    .createTable("saml_groups")
    .addColumn("provider_id", "text", (column) => column.notNull().references("saml_providers.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("team_id", "text", (column) => column.notNull().references("teams.id"))
    .addPrimaryKeyConstraint("saml_groups_key", ["provider_id", "name", "team_id"]),
  schema.createIndex("saml_groups_by_team").on("saml_groups").columns(["team_id"]),
];
