/**
 * Migration that creates the tables of content. A space is inserted before its first revision, so
 * it has no foreign key to it.
 */
import type { Migration } from "../../database/migrate.ts";

export const content: Migration = (schema) => [
  schema
    .createTable("revisions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("root", "text", (column) => column.notNull())
    .addColumn("parents", "text", (column) => column.notNull())
    .addColumn("merged_from", "text")
    .addColumn("git", "text")
    .addColumn("created_by", "text", (column) => column.references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("revisions_in_order")
    .on("revisions")
    .columns(["space_id", "created_at", "id"]),
  schema
    .createTable("tree_objects")
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("tree_objects_key", ["space_id", "hash"]),
  schema
    .createTable("documents")
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("refs", "text", (column) => column.notNull())
    .addColumn("anchors", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("documents_key", ["space_id", "hash"]),
  schema
    .createTable("document_spaces")
    .addColumn("target_space_id", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("document_spaces_key", ["target_space_id", "space_id", "hash"])
    .addForeignKeyConstraint("document_spaces_document", ["space_id", "hash"], "documents", [
      "space_id",
      "hash",
    ]),
  schema
    .createIndex("document_spaces_of_document")
    .on("document_spaces")
    .columns(["space_id", "hash"]),
  schema
    .createTable("blobs")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("bytes", "text", (column) => column.notNull()),
  schema
    .createTable("space_blobs")
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("hash", "text", (column) => column.notNull().references("blobs.hash"))
    .addPrimaryKeyConstraint("space_blobs_key", ["space_id", "hash"]),
  schema.createIndex("space_blobs_of_blob").on("space_blobs").column("hash"),
  schema
    .createTable("agent_instructions")
    .addColumn("organization_id", "text", (column) =>
      column.primaryKey().notNull().references("organizations.id"),
    )
    .addColumn("instructions", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.notNull().references("users.id")),
];
