/** Default levels of sites, and creators of hidden content. */

import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const addStoredAccess: Migration = (schema) => [
  schema
    .alterTable("sites")
    .addColumn("default_level", "text", (column) => column.defaultTo("inherit")),
  schema.alterTable("collections").addColumn("created_by", "text"),
  schema
    .createIndex("hidden_collections_by_creator")
    .on("collections")
    .columns(["created_by"])
    .where(sql`default_level`, "is", null),
  schema
    .createIndex("hidden_spaces_by_creator")
    .on("spaces")
    .columns(["created_by"])
    .where(sql`default_level`, "is", null),
];
