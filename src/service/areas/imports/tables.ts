/** The table of imports. */
import type { importStatuses } from "../../../contract/content-import.model.ts";

export interface ImportTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** The target change request; null for the space itself. */
  change_request_id: string | null;
  /** The parent page of the imported pages. */
  page_id: string | null;
  /** The docs site in the request. */
  site_id: string | null;
  /** An `ImportSource` as JSON. */
  source: string;
  status: (typeof importStatuses)[number];
  reason: string | null;
  /** `ImportedPage`s as JSON. */
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
  interface CoreTables {
    imports: ImportTable;
  }
}
