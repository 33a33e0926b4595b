/** Migration that creates the tables of conversations. */
import { sql } from "kysely";
import type { Migration } from "../../database/migrate.ts";

export const conversations: Migration = (schema) => [
  schema
    .createTable("conversations")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("subject", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("parts", "text", (column) => column.notNull())
    .addColumn("metadata", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ingested_at", "text", (column) => column.notNull())
    .addColumn("processed_at", "text")
    .addPrimaryKeyConstraint("conversations_key", ["organization_id", "id"]),
  schema
    .createIndex("conversations_in_order")
    .on("conversations")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createIndex("conversations_waiting")
    .on("conversations")
    .columns(["organization_id", "ingested_at", "id"])
    .where(sql`processed_at`, "is", null),
  schema
    .createTable("conversation_clusters")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("centre", "text", (column) => column.notNull())
    .addColumn("issues", "integer", (column) => column.notNull())
    .addColumn("conversations", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  ...(["updated_at", "issues", "conversations"] as const).map((column) =>
    schema
      .createIndex(`clusters_by_${column}`)
      .on("conversation_clusters")
      .columns(["organization_id", column, "id"]),
  ),
  schema
    .createTable("conversation_issues")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("conversation_id", "text", (column) => column.notNull())
    .addColumn("cluster_id", "text", (column) => column.references("conversation_clusters.id"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ingested_at", "text", (column) => column.notNull()),
  schema
    .createIndex("issues_in_order")
    .on("conversation_issues")
    .columns(["organization_id", "created_at", "id"]),
  schema
    .createIndex("issues_of_cluster")
    .on("conversation_issues")
    .columns(["cluster_id", "created_at", "id"]),
  schema
    .createIndex("issues_of_conversation")
    .on("conversation_issues")
    .columns(["organization_id", "conversation_id", "created_at", "id"]),
  schema
    .createTable("cluster_counts")
    .addColumn("cluster_id", "text", (column) =>
      column.notNull().references("conversation_clusters.id"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("cluster_counts_key", ["cluster_id", "kind", "name"]),
  schema
    .createTable("conversation_terms")
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id"),
    )
    .addColumn("term", "text", (column) => column.notNull())
    .addColumn("issues", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversation_terms_key", ["organization_id", "term"]),
];
