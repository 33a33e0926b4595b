/** Tables of translations. */

export interface TranslationTable {
  id: string;
  organization_id: string;
  source_space: string;
  source_language: string;
  language: string;
  /** Document as JSON. */
  instructions: string;
  status: "pending" | "running" | "completed";
  /** The space to which the runs write; it may be deleted. */
  result_space: string | null;
  result_revision: string | null;
  /** JSON object: the hash of each page and reusable content when it was last translated, by id. */
  translated: string;
  /** JSON object: the manual corrections in the result, by the id of the page or reusable content. */
  corrections: string;
  /** The user who created the translation and becomes the creator of the result space. */
  created_by: string;
  /** The number of requested runs. A job compares its values at the start and the end. */
  asked: number;
  /** JSON list of the pending run requests, each with its number and principal. */
  requests: string;
  /** The error of the last run; null if it succeeded. */
  error: string | null;
  runs: number;
  total_words: number;
  total_pages: number;
  /** In milliseconds, like `latest_duration`. */
  total_duration: number;
  latest_words: number;
  latest_pages: number;
  latest_duration: number;
  created_at: string;
  updated_at: string;
}

export interface GlossaryEntryTable {
  id: string;
  organization_id: string;
  created_at: string;
  updated_at: string;
}

/** A term of a glossary entry in one language. */
export interface GlossaryTermTable {
  entry_id: string;
  language: string;
  term: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    translations: TranslationTable;
    glossary_entries: GlossaryEntryTable;
    glossary_terms: GlossaryTermTable;
  }
}
