/** Tables of Git Sync: connections, the repository of a space, queued operations, and the last synchronized state. */

export interface GitSyncTable {
  space_id: string;
  /** Presentation of the repository as JSON; the URL has no user name and password. */
  shown: string;
  ref: string;
  /** 1 for a legacy connection, which can only be removed. */
  legacy: number;
  operation: "import" | "export" | null;
  state: "pending" | "running" | "success" | "failure" | "skipped" | null;
  /** The reason why the last operation failed or was skipped. */
  error: string | null;
  /** The revision and the commit of the last success, for display. */
  revision_id: string | null;
  commit_oid: string | null;
  /** URL, ref and folder of the files in `git_files`, as JSON. */
  synced_place: string | null;
  /** The revision of the last synchronization, which is the base of the next merge. */
  synced_revision_id: string | null;
  synced_commit: string | null;
  /** The time of the event that triggered the last successful operation. */
  synced_at: string | null;
  /** The changes of the last success, as JSON. */
  report: string | null;
  /** The times of the last operation; null for one of an earlier version. */
  started_at: string | null;
  ended_at: string | null;
  /** The last success in each direction, as JSON. */
  last_import: string | null;
  last_export: string | null;
  /** 1 after the space was disconnected: the row remains as the base of the next merge. */
  disconnected: number | null;
}

/** The connection of a space to a repository. */
export interface GitInstallationTable {
  id: string;
  space_id: string;
  provider: "github" | "gitlab" | "git";
  /** The configuration as JSON, without secrets. */
  config: string;
  /** User name and password, encrypted. */
  credentials: string | null;
  /** Encrypted. */
  webhook_secret: string;
  created_by: string;
  /** The principal of its jobs, as JSON. */
  principal: string;
  created_at: string;
  updated_at: string;
  /** Set when it is removed; it can be restored until the space has another installation. */
  removed_at: string | null;
  /** The commit of the branch at the last check. */
  observed_commit: string | null;
  checked_at: string | null;
  next_check_at: string | null;
  /** Only the check with this number runs. */
  check_number: number;
  /** Failures since the last success. */
  failures: number;
  /** Problem of the connection, as JSON. */
  problem: string | null;
  /** The first change of the space that is not exported yet. */
  changed_at: string | null;
  /** The last valid webhook. */
  received_at: string | null;
  /** A rewritten history that the last import found, as JSON. */
  rewritten: string | null;
}

/**
 * A queued or running import or export, or a plan of one; those of a space run in the order of
 * their numbers.
 */
export interface GitOperationTable {
  id: string;
  space_id: string;
  number: number;
  kind: "import" | "export";
  /** The request as JSON, without user name and password. */
  request: string;
  /** User name and password, encrypted. */
  credentials: string | null;
  requested_by: string;
  /** The principal and organization as JSON; null for an operation of an earlier version. */
  principal: string | null;
  created_at: string;
  /** The progress as JSON, while it runs. */
  progress: string | null;
  /**
   * The result of a plan as JSON; null while it is queued or runs. Other operations are deleted at
   * their end.
   */
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
  interface CoreTables {
    git_installations: GitInstallationTable;
    git_syncs: GitSyncTable;
    git_operations: GitOperationTable;
    git_files: GitFileTable;
  }
}
