/** Tables of the scans and the findings of sites. */
import type {
  FindingSeverity,
  FindingState,
  FindingType,
  ScanState,
} from "../../../contract/site-finding-values.ts";

export interface SiteScanTable {
  id: string;
  site_id: string;
  status: ScanState;
  /** Hash of the scanned content; an equal one needs no further scan. */
  state: string;
  /** Numbers of findings that the scan created, by severity. */
  low: number;
  medium: number;
  high: number;
  failure_message: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface SiteFindingTable {
  id: string;
  site_id: string;
  /** The scan that found it last, after an absence. */
  scan_id: string;
  /** Null for a finding of the site itself. */
  space_id: string | null;
  page_id: string | null;
  /** Identifies the problem; unique in the site. */
  finding_key: string;
  title: string;
  /** JSON list of paragraphs. */
  details: string;
  type: FindingType;
  severity: FindingSeverity;
  status: FindingState;
  /** Whether the last scan found it. */
  occurs: number;
  created_at: string;
  updated_at: string;
}

/** A change request that corrects a finding. */
export interface FindingChangeRequestTable {
  change_request_id: string;
  space_id: string;
  finding_id: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    site_scans: SiteScanTable;
    site_findings: SiteFindingTable;
    finding_change_requests: FindingChangeRequestTable;
  }
}
