/** Migration that creates the tables of change requests, reviews and comments. */
import type { Migration } from "../../database/migrate.ts";

export const changeRequests: Migration = (schema) => [
  schema
    .createTable("change_requests")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("created_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("revision_initial", "text", (column) => column.notNull())
    .addColumn("revision_merged_ancestor", "text")
    .addColumn("revision_merged", "text")
    .addColumn("merged_by", "text", (column) => column.references("users.id"))
    .addColumn("merged_at", "text")
    .addColumn("cluster_id", "text")
    .addUniqueConstraint("change_request_numbers", ["space_id", "number"]),
  // Also used to count the change requests of a space.
  schema
    .createIndex("change_requests_of_space")
    .on("change_requests")
    .columns(["space_id", "status", "number"]),
  schema
    .createIndex("change_requests_in_order")
    .on("change_requests")
    .columns(["status", "created_at", "id"]),
  schema
    .createTable("change_request_contributors")
    .addColumn("change_request_id", "text", (column) =>
      column.notNull().references("change_requests.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addPrimaryKeyConstraint("contributors_key", ["change_request_id", "user_id"]),
  schema
    .createIndex("contributions_of_user")
    .on("change_request_contributors")
    .columns(["user_id", "change_request_id"]),
  schema
    .createTable("review_requests")
    .addColumn("change_request_id", "text", (column) =>
      column.notNull().references("change_requests.id"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("requested_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("review_requests_key", ["change_request_id", "user_id"]),
  schema
    .createIndex("review_requests_of_user")
    .on("review_requests")
    .columns(["user_id", "change_request_id"]),
  schema
    .createTable("reviews")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("change_request_id", "text", (column) =>
      column.notNull().references("change_requests.id"),
    )
    .addColumn("reviewer", "text", (column) => column.notNull().references("users.id"))
    .addColumn("requested_by", "text", (column) => column.references("users.id"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("outdated", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("reviews_in_order")
    .on("reviews")
    .columns(["change_request_id", "created_at", "id"]),
  schema
    .createTable("comments")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("space_id", "text", (column) => column.notNull().references("spaces.id"))
    .addColumn("change_request_id", "text", (column) => column.references("change_requests.id"))
    .addColumn("place_id", "text", (column) => column.notNull())
    .addColumn("page_id", "text")
    .addColumn("node_id", "text")
    .addColumn("cell_record", "text")
    .addColumn("cell_definition", "text")
    .addColumn("review_id", "text", (column) => column.references("reviews.id"))
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("posted_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("posted_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("resolved_at", "text")
    .addColumn("resolved_by", "text", (column) => column.references("users.id")),
  schema.createIndex("comments_in_order").on("comments").columns(["place_id", "posted_at", "id"]),
  schema
    .createIndex("comments_by_status")
    .on("comments")
    .columns(["place_id", "status", "posted_at", "id"]),
  schema.createIndex("comments_of_author").on("comments").columns(["place_id", "posted_by"]),
  schema.createIndex("comments_of_space").on("comments").column("space_id"),
  schema.createIndex("comments_of_review").on("comments").column("review_id"),
  schema
    .createTable("comment_replies")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("comment_id", "text", (column) => column.notNull().references("comments.id"))
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("posted_by", "text", (column) => column.notNull().references("users.id"))
    .addColumn("posted_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text"),
  schema
    .createIndex("comment_replies_in_order")
    .on("comment_replies")
    .columns(["comment_id", "posted_at", "id"]),
  schema.createIndex("comment_replies_of_author").on("comment_replies").column("posted_by"),
  schema
    .createTable("reactions")
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("emoji", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("reacted_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reactions_key", ["subject_id", "emoji", "user_id"]),
];
