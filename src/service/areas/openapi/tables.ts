/** Tables of API specifications. */

export interface SpecificationTable {
  id: string;
  organization_id: string;
  /** Unique in its organization; case is significant. */
  slug: string;
  source_url: string | null;
  /** The text that was sent, until it is processed. Versions store their own text. */
  source_text: string | null;
  /** Incremented with each source, so that the result of an older one can be ignored. */
  source_number: number;
  processing_state: "pending" | "progress" | "complete";
  visibility: "private" | "public";
  last_version_id: string | null;
  last_processed_at: string | null;
  last_error_code: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR" | null;
  /** JSON list of `{message, code}`. */
  last_errors: string | null;
  created_at: string;
  updated_at: string;
}

export interface SpecificationVersionTable {
  id: string;
  specification_id: string;
  /** From 1. */
  number: number;
  /** SHA-256 of all files of the version, in hexadecimal. */
  digest: string;
  format: "json" | "yaml";
  created_at: string;
}

/** Separate from the versions, so that lists of versions do not read megabytes. */
export interface SpecificationContentTable {
  version_id: string;
  /** The source as sent or fetched. */
  text: string;
  /** JSON object that maps file names to files. */
  filesystem: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    specifications: SpecificationTable;
    specification_versions: SpecificationVersionTable;
    specification_contents: SpecificationContentTable;
  }
}
