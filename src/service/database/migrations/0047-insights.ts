/** Insights of sites, counted by day, and style guides. */
import type { Migration } from "../migrate.ts";

const texts = [
  ...(["event", "site_space", "space", "page", "url_path", "context", "bot"] as const),
  ...(["referrer", "rating", "detail"] as const),
];

export const createInsights: Migration = (schema) => {
  let counts = schema
    .createTable("insight_counts")
    .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull());
  for (const name of texts) counts = counts.addColumn(name, "text", (column) => column.notNull());
  return [
    counts
      .addColumn("events", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_counts_key", ["site_id", "day", "key"]),
    schema
      .createTable("insight_visitors")
      .addColumn("site_id", "text", (column) => column.notNull().references("sites.id"))
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("page", "text", (column) => column.notNull())
      .addColumn("space", "text", (column) => column.notNull())
      .addColumn("visitors", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_visitors_key", ["site_id", "day", "page"]),
    schema
      .createTable("styleguides")
      .addColumn("space_id", "text", (column) =>
        column.primaryKey().notNull().references("spaces.id"),
      )
      .addColumn("organization_id", "text", (column) =>
        column.notNull().references("organizations.id"),
      ),
    schema
      .createIndex("styleguides_by_organization")
      .on("styleguides")
      .columns(["organization_id", "space_id"]),
    schema
      .createTable("site_styleguides")
      .addColumn("site_id", "text", (column) =>
        column.primaryKey().notNull().references("sites.id"),
      )
      .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id")),
  ];
};
