/** Uploaded files and custom fonts of organizations, and the use of the language model. */
import type { Migration } from "../migrate.ts";

export const createFonts: Migration = (schema) => [
  schema
    .createTable("uploads")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("content_type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull())
    // Null until the file is uploaded.
    .addColumn("hash", "text", (column) => column.references("blobs.hash").onDelete("cascade"))
    // Of a font file.
    .addColumn("format", "text")
    .addColumn("principal", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema.createIndex("uploads_by_organization").on("uploads").columns(["organization_id", "key"]),
  schema.createIndex("uploads_of_blob").on("uploads").column("hash"),
  schema
    .createTable("custom_fonts")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("family", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("custom_fonts_by_organization")
    .on("custom_fonts")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createTable("custom_font_faces")
    .addColumn("font_id", "text", (column) =>
      column.notNull().references("custom_fonts.id").onDelete("cascade"),
    )
    .addColumn("weight", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) =>
      column.notNull().references("blobs.hash").onDelete("cascade"),
    )
    .addColumn("format", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("custom_font_faces_key", ["font_id", "weight"]),
  schema.createIndex("custom_font_faces_of_blob").on("custom_font_faces").column("hash"),
  schema
    .createTable("ai_usage")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("hour", "text", (column) => column.notNull())
    .addColumn("feature", "text", (column) => column.notNull())
    .addColumn("requests", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("ai_usage_key", ["organization_id", "hour", "feature"]),
];
