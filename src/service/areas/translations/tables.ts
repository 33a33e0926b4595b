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
  /** JSON: the hash of what each page and reusable content said when it was last translated, by id. */
  translated: string;
  /** The user in whose name the space is made. */
  created_by: string;
  /** How many runs were asked for; the job that ends compares it with where it began. */
  asked: number;
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
