/** Tables of questions to the language model. They contain nothing that identifies a visitor. */
import type {
  AnswerChannel,
  AnswerResolution,
  Relevance,
} from "../../../contract/site-question-values.ts";

export interface SiteTopicTable {
  id: string;
  site_id: string;
  /** Words of the questions. */
  label: string;
  /** JSON list of the terms, each with its weight and a word. */
  centre: string;
  /** Whether change requests are proposed: 0 or 1. */
  change_requests: number;
  created_at: string;
  updated_at: string;
}

export interface SiteQuestionTable {
  id: string;
  site_id: string;
  /** Null if the site has the maximum number of topics. */
  topic_id: string | null;
  /** Hash of the words in alphabetical order; unique in the site. */
  question_key: string;
  /** As it was asked first. */
  question: string;
  created_at: string;
}

export interface SiteAnswerTable {
  id: string;
  site_id: string;
  organization_id: string;
  question_id: string;
  /** The id of the first answer of the conversation. */
  thread_id: string;
  /** The id of the preceding answer of the conversation. */
  previous_id: string | null;
  raw_question: string;
  /** Markdown; empty if no page matched. */
  answer: string;
  answered: AnswerResolution;
  relevance: Relevance;
  /** Language code of the searched space; `und` if it has none. */
  language: string;
  channel: AnswerChannel;
  created_at: string;
}

export interface SiteAnswerSourceTable {
  id: string;
  answer_id: string;
  /** May no longer exist. */
  space_id: string;
  page_id: string;
  revision_id: string;
  title: string;
  /**
   * From 0, in the order of relevance; negative for a page that the model received and the answer does
   * not cite, which limits who may read the answer.
   */
  position: number;
}

/** Uses of the language model. */
export interface AiUsageTable {
  organization_id: string;
  /** In UTC: `2026-03-01T09`. */
  hour: string;
  feature: string;
  requests: number;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    ai_usage: AiUsageTable;
    site_topics: SiteTopicTable;
    site_questions: SiteQuestionTable;
    site_answers: SiteAnswerTable;
    site_answer_sources: SiteAnswerSourceTable;
  }
}
