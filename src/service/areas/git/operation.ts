/** An import or export that is running: its request, its repository, and its result. */
import type { Queries } from "../../database/tables.ts";
import { type Credentials, repositoryAddress } from "../../engines/git/address.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Repository } from "../../engines/git.ts";
import type { JobCall, LongJobCall } from "../../jobs/job.ts";
import { inBatches } from "../content/tree-store.ts";
import type { GitOperationTable, GitSyncTable } from "./tables.ts";

/** What an operation needs of its request; the address has no user name and password. */
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
}

/** What the user name and password are encrypted for. */
export function credentialsPurpose(operationId: string): string {
  return `git operation ${operationId}`;
}

export interface Operation {
  readonly row: GitOperationTable;
  readonly request: OperationRequest;
  readonly sync: GitSyncTable;
}

export interface OperationResult {
  readonly state: "success" | "failure" | "skipped";
  readonly error?: string;
  readonly revisionId?: string;
  readonly commit?: string;
  /** What is in sync now; absent if that did not change. */
  readonly synced?: { readonly revisionId: string; readonly commit: string | null };
  readonly files?: readonly SyncedFile[];
}

export interface SyncedFile {
  readonly path: string;
  readonly oid: string;
  readonly thing?: string | undefined;
}

/** Stores the result, in the transaction that removes the operation from the queue. */
export type Completion = (call: JobCall) => Promise<OperationResult>;

/** Opens the repository of an operation. */
export async function inRepository<T>(
  { row, request }: Operation,
  { outside, secretBox, signal }: LongJobCall,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const { withRepository } = await import("../../engines/git.ts");
  const address = repositoryAddress(request.url, outside.mayReadFiles);
  const credentials: Credentials | undefined =
    row.credentials === null
      ? undefined
      : JSON.parse(await secretBox.open(row.credentials, credentialsPurpose(row.id)));
  return withRepository({ address, credentials, outside, signal }, work);
}

/** Identifies the address, branch and folder with which a space is in sync. */
export function remoteKey({ url, ref, directory }: OperationRequest): string {
  return JSON.stringify([url, ref, directory]);
}

export async function syncedFiles(
  db: Queries,
  spaceId: string,
): Promise<Map<string, { readonly oid: string; readonly thing: string | undefined }>> {
  const rows = await db
    .selectFrom("git_files")
    .select(["path", "oid", "thing_id"])
    .where("space_id", "=", spaceId)
    .execute();
  return new Map(
    rows.map(({ path, oid, thing_id }) => [path, { oid, thing: thing_id ?? undefined }]),
  );
}

/** In bytes; not every database can index longer paths. */
const longestPath = 2000;

/** @throws GitFailure for paths that cannot be stored, before anything is done with the files */
export function refuseLongPaths(files: readonly Pick<SyncedFile, "path">[]): void {
  const long = files.find(({ path }) => Buffer.byteLength(path) > longestPath);
  if (long === undefined) return;
  throw new GitFailure(
    "too-large",
    `The path ${long.path.slice(0, 100)}… has more than ${longestPath} bytes; shorten it.`,
  );
}

const batch = 200;

export async function storeSyncedFiles(
  db: Queries,
  spaceId: string,
  files: readonly SyncedFile[],
): Promise<void> {
  await db.deleteFrom("git_files").where("space_id", "=", spaceId).execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const some of inBatches([...byPath.values()], batch)) {
    const rows = some.map(({ path, oid, thing }) => ({
      space_id: spaceId,
      path,
      oid,
      thing_id: thing ?? null,
    }));
    await db.insertInto("git_files").values(rows).execute();
  }
}
