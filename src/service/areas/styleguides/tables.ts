/** Tables of style guides, which are spaces. */

export interface StyleguideTable {
  space_id: string;
  organization_id: string;
}

/** The style guide that a site references. */
export interface SiteStyleguideTable {
  site_id: string;
  space_id: string;
}

export type CheckStatus = "running" | "done" | "failed";

/** A request to check spaces of a site against its style guide. */
export interface StyleguideRunTable {
  id: string;
  site_id: string;
  /** The space that was the style guide; it may no longer exist. */
  styleguide_id: string;
  /** JSON list of ids. */
  spaces: string;
  created_by: string;
  created_at: string;
}

/** The style guide check of a space, whose edits are in a change request. */
export interface StyleguideCheckTable {
  change_request_id: string;
  space_id: string;
  site_id: string;
  /** The run that created the change request. */
  run_id: string;
  /** The run that checked the space last. */
  current_run_id: string;
  /** The user who requested the last check. */
  requested_by: string;
  status: CheckStatus;
  /** Null while the check is running. */
  changed_pages: number | null;
  /** The time of the last complete check. */
  checked_at: string | null;
  /** Why the last check did not read all pages. */
  failure: string | null;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    styleguides: StyleguideTable;
    site_styleguides: SiteStyleguideTable;
    styleguide_runs: StyleguideRunTable;
    styleguide_checks: StyleguideCheckTable;
  }
}
