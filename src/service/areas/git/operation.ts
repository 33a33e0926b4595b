/** A running import or export: its request, its repository, and its result. */
import { withoutFinalSlashes } from "../../../json/trim.ts";
import type { Queries } from "../../database/tables.ts";
import { type Credentials, parseRepositoryUrl } from "../../engines/git/address.ts";
import { GitFailure, type GitReason } from "../../engines/git/failure.ts";
import { createListedRepository } from "../../engines/git/listed-folder.ts";
import type { Repository } from "../../engines/git.ts";
import type { JobCall, LongJobCall } from "../../jobs/job.ts";
import type { FileChanges } from "./files/synced-files.ts";
import type { SyncReport } from "./report.ts";
import type { GitOperationTable, GitSyncTable } from "./tables.ts";

/** The parts of a request that an operation needs; the URL has no user name and password. */
export interface OperationRequest {
  readonly url: string;
  readonly ref: string;
  /** "" for the whole repository. */
  readonly directory: string;
  readonly commitMessage?: string;
  readonly commitUrl?: string;
  readonly timestamp?: string;
  readonly force: boolean;
  readonly standalone: boolean;
  /** Only the changes are computed. */
  readonly plan?: true;
  /** The installation whose repository it uses. */
  readonly installation?: string;
  /** The side whose version of a block in conflict an import keeps; otherwise it fails. */
  readonly prefer?: "space" | "repository";
  /** An import for an installation exports the changes of the space afterwards. */
  readonly thenExport?: true;
  /** An export for an installation that follows an import. */
  readonly afterImport?: true;
}

/** The encryption purpose of the user name and password. */
export function toCredentialsPurpose(operationId: string): string {
  return `git operation ${operationId}`;
}

export interface GitOperation {
  readonly row: GitOperationTable;
  readonly request: OperationRequest;
  /** Absent for the plan of a space that was never synchronized. */
  readonly sync: GitSyncTable | undefined;
}

export interface OperationResult {
  readonly state: "success" | "failure" | "skipped";
  readonly error?: string;
  /** Of a failure of the repository. */
  readonly reason?: GitReason;
  readonly revisionId?: string;
  readonly commit?: string;
  /** The new synchronized state; absent if it did not change. */
  readonly synced?: { readonly revisionId: string; readonly commit: string | null };
  readonly files?: FileChanges;
  readonly report?: SyncReport;
  /** The branch no longer contains the last synchronized commit. */
  readonly isRewritten?: true;
}

/**
 * Stores the result, in the transaction that removes the operation from the queue.
 * @returns undefined if the space was changed in the meantime, and the operation must be repeated
 */
export type Completion = (call: JobCall) => Promise<OperationResult | undefined>;

/** Opens the repository of an operation. */
export async function inRepository<T>(
  { row, request }: GitOperation,
  { outside, secretBox, signal }: LongJobCall,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const address = parseRepositoryUrl(request.url, outside.mayReadFiles);
  const listedFolder = outside.listedFolder?.(request.url);
  if (listedFolder) return work(createListedRepository(address, listedFolder));
  const { withRepository } = await import("../../engines/git.ts");
  const credentials: Credentials | undefined =
    row.credentials === null
      ? undefined
      : JSON.parse(await secretBox.open(row.credentials, toCredentialsPurpose(row.id)));
  return withRepository({ address, credentials, outside, signal }, work);
}

/** Identifies the URL, branch and folder with which a space is synchronized. */
export function toRemoteKey({ url, ref, directory }: OperationRequest): string {
  return JSON.stringify([url, ref, directory]);
}

/** Parses the result of `toRemoteKey` to the fields of a request. */
export function readRemoteKey(key: string): {
  readonly url: string;
  readonly ref: string;
  readonly repoProjectDirectory: string;
} {
  const [url, ref, repoProjectDirectory] = JSON.parse(key);
  return { url, ref, repoProjectDirectory };
}

export function commitUrl(beginning: string, commit: string): string {
  return `${withoutFinalSlashes(beginning)}/${commit}`;
}

/** @throws GitFailure if the space is deleted */
export async function loadLiveSpace(
  db: Queries,
  spaceId: string,
): Promise<{ revision_id: string }> {
  const space = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!space) throw new GitFailure("failed", "The space was deleted.");
  return space;
}
