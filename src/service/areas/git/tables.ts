/** The tables of Git: what a space is kept alike with, what is still to be done, and what was alike last. */

export interface GitSyncTable {
  space_id: string;
  /** JSON: what a space shows of it; the address is without user name and password. */
  shown: string;
  ref: string;
  /** 1 where it is the old kind of connection, which can only be removed. */
  legacy: number;
  operation: "import" | "export" | null;
  state: "pending" | "running" | "success" | "failure" | "skipped" | null;
  /** Why the last operation failed or was skipped. */
  error: string | null;
  /** What the last success made or sent; for people. */
  revision_id: string | null;
  commit_oid: string | null;
  /** JSON: address, ref and folder that `git_files` tells of. */
  synced_place: string | null;
  /** Says what the repository said when both were alike: what is joined starts from there. */
  synced_revision_id: string | null;
  synced_commit: string | null;
  /** When the last operation that was done was caused. */
  synced_at: string | null;
}

/** An import or export that is not ended; those of one space follow each other by number. */
export interface GitOperationTable {
  id: string;
  space_id: string;
  number: number;
  kind: "import" | "export";
  /** JSON: what was asked for, without user name and password. */
  request: string;
  /** User name and password, sealed. */
  credentials: string | null;
  requested_by: string;
  created_at: string;
}

/** A file of the repository as it was when both sides were alike, and what it is in the space. */
export interface GitFileTable {
  space_id: string;
  /** From the root of the repository. */
  path: string;
  oid: string;
  /** The page or file; null for the table of contents and the settings. */
  thing_id: string | null;
}

declare module "../../database/tables.ts" {
  interface Tables {
    git_syncs: GitSyncTable;
    git_operations: GitOperationTable;
    git_files: GitFileTable;
  }
}
