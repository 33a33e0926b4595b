/** Customizations of sites and site spaces. */
import type { Migration } from "../migrate.ts";

/** No foreign key to the site space, which may be deleted before its settings. */
export const createSiteCustomizations: Migration = (schema) => [
  schema
    .createTable("site_customizations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema.createIndex("customizations_of_site").on("site_customizations").columns(["site_id"]),
];
