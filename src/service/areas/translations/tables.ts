/** The tables of translations. */

export interface TranslationTable {
  id: string;
  organization_id: string;
  source_space: string;
  source_language: string;
  language: string;
  /** JSON of a document. */
  instructions: string;
  status: "pending" | "running" | "completed";
  /** The space that the runs write to; it may be gone. */
  result_space: string | null;
  result_revision: string | null;
  /** JSON: the hash of each page and reusable content as it was last translated, by id. */
  translated: string;
  /** The user in whose name the result space is created. */
  created_by: string;
  /** How many runs were requested; a job compares it at its end with the number at its start. */
  asked: number;
  /** JSON: the runs that were requested and have not ended, each with its number and its principal. */
  requests: string;
  /** Why the last run ended without a result; null if it did not. */
  error: string | null;
  runs: number;
  total_words: number;
  total_pages: number;
  /** Milliseconds, as `latest_duration`. */
  total_duration: number;
  latest_words: number;
  latest_pages: number;
  latest_duration: number;
  created_at: string;
  updated_at: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
    translations: TranslationTable;
  }
}
