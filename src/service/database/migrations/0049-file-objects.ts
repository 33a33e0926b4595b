/** Location of file contents, and the objects of an object storage that hold them. */
import type { Migration } from "../migrate.ts";

export const createFileObjects: Migration = (schema) => [
  // Null if the contents are in the database.
  schema.alterTable("blobs").addColumn("object", "text"),
  // Covers counts and batches, which must not read the contents.
  schema.createIndex("blobs_by_object").on("blobs").columns(["object", "hash", "size"]),
  schema
    .createTable("file_objects")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("unused_since", "text"),
  schema.createIndex("file_objects_of_contents").on("file_objects").columns(["hash", "created_at"]),
];
