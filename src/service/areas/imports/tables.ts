/** The table of imports. */
import type { importStatuses } from "../../../contract/content-import.model.ts";

export interface ImportTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** The change request that gets the pages; null for the space itself. */
  change_request_id: string | null;
  /** The page that gets them below it. */
  page_id: string | null;
  /** The docs site that was named for it. */
  site_id: string | null;
  /** JSON of an `ImportSource`. */
  source: string;
  status: (typeof importStatuses)[number];
  reason: string | null;
  /** JSON of `ImportedPage`s. */
  pages: string;
  created_by: string;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  completed_at: string | null;
}

export type ImportedPage = {
  readonly id: string;
  readonly sourceURL?: string;
  readonly type: "page" | "folder";
  readonly status: "complete" | "pending";
};

declare module "../../database/tables.ts" {
  interface Tables {
    imports: ImportTable;
  }
}
