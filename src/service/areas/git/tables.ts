/** The tables of Git: the repository of a space, queued operations, and what was in sync last. */

export interface GitSyncTable {
  space_id: string;
  /** JSON: what a space shows of it; the address has no user name and password. */
  shown: string;
  ref: string;
  /** 1 for the old kind of connection, which can only be removed. */
  legacy: number;
  operation: "import" | "export" | null;
  state: "pending" | "running" | "success" | "failure" | "skipped" | null;
  /** Why the last operation failed or was skipped. */
  error: string | null;
  /** What the last success made or sent; for people. */
  revision_id: string | null;
  commit_oid: string | null;
  /** JSON: the address, ref and folder of the files in `git_files`. */
  synced_place: string | null;
  /** The revision of the last synchronization, which is the base of the next merge. */
  synced_revision_id: string | null;
  synced_commit: string | null;
  /** The time at which the cause of the last successful operation happened. */
  synced_at: string | null;
  /** JSON: what the last success changed. */
  report: string | null;
}

/** A queued or running import or export, or a plan of one; those of one space run in the order of their numbers. */
export interface GitOperationTable {
  id: string;
  space_id: string;
  number: number;
  kind: "import" | "export";
  /** JSON: the request, without user name and password. */
  request: string;
  /** User name and password, encrypted. */
  credentials: string | null;
  requested_by: string;
  /** JSON: in whose name and for which organization it runs; null for one of an earlier version. */
  principal: string | null;
  created_at: string;
  /** JSON: how far it is, while it runs. */
  progress: string | null;
  /** JSON: what a plan found; null while it is queued or runs. Other operations are deleted at their end. */
  outcome: string | null;
}

/** A file of the repository at the last synchronization, and its page or file in the space. */
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
