/** Questions to the language model about sites, their answers, sources and topics. */
import type { Migration } from "../migrate.ts";

export const createSiteQuestions: Migration = (schema) => [
  schema
    .createTable("site_topics")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("centre", "text", (column) => column.notNull())
    .addColumn("change_requests", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull()),
  schema.createIndex("site_topics_by_site").on("site_topics").columns(["site_id", "created_at"]),
  schema
    .createTable("site_questions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("topic_id", "text", (column) =>
      column.references("site_topics.id").onDelete("cascade"),
    )
    .addColumn("question_key", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("site_questions_key", ["site_id", "question_key"]),
  schema.createIndex("site_questions_by_topic").on("site_questions").columns(["topic_id"]),
  schema
    .createTable("site_answers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("question_id", "text", (column) =>
      column.notNull().references("site_questions.id").onDelete("cascade"),
    )
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("previous_id", "text")
    .addColumn("raw_question", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .addColumn("answered", "text", (column) => column.notNull())
    .addColumn("relevance", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull()),
  schema
    .createIndex("site_answers_by_site")
    .on("site_answers")
    .columns(["site_id", "created_at", "id"]),
  schema
    .createIndex("site_answers_by_organization")
    .on("site_answers")
    .columns(["organization_id", "created_at", "id"]),
  schema.createIndex("site_answers_by_question").on("site_answers").columns(["question_id"]),
  schema.createIndex("site_answers_by_thread").on("site_answers").columns(["thread_id"]),
  schema
    .createTable("site_answer_sources")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("answer_id", "text", (column) =>
      column.notNull().references("site_answers.id").onDelete("cascade"),
    )
    // No foreign key: without the space, the answer must stay hidden.
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("revision_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull()),
  schema
    .createIndex("site_answer_sources_by_answer")
    .on("site_answer_sources")
    .columns(["answer_id"]),
  schema
    .createIndex("site_answer_sources_by_space")
    .on("site_answer_sources")
    .columns(["space_id"]),
];
