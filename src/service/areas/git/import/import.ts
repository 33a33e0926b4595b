/** Import of a repository's content into a space. */
import { lockSpace } from "../../../core/locks.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { Repository } from "../../../engines/git.ts";
import type { JobCall, LongJobCall } from "../../../jobs/job.ts";
import { insertRevisions, publishRevision } from "../../content/revisions.ts";
import {
  type Completion,
  type GitOperation,
  inRepository,
  loadLiveSpace,
  type OperationResult,
  toRemoteKey,
} from "../operation.ts";
import { joinPhases } from "../phases.ts";
import { getPhases } from "../queue.ts";
import { inThread, loadThread, readImport } from "../run-in-thread.ts";
import { findSync } from "../sync-rows.ts";
import type { ImportRead } from "./read-import.ts";

/**
 * The long part: fetches the repository, and reads and merges it in a worker thread.
 * @throws GitFailure
 */
export async function importProject(
  operation: GitOperation,
  call: LongJobCall,
): Promise<Completion> {
  const { request, row, sync } = operation;
  const phases = getPhases(operation, call);
  loadThread(operation, call);
  const read = await inRepository(operation, call, async (repository) => {
    const { address, folder, listed, fetch } = repository;
    const commit = await phases.during("fetch", () => fetch(request.ref));
    const content = await inThread(
      readImport,
      {
        spaceId: row.space_id,
        author: row.requested_by,
        ...{ request, address, folder, listed },
        commit,
        syncedCommit: sync?.synced_commit ?? null,
        syncedRevision: sync?.synced_revision_id ?? null,
      },
      operation,
      { ...call, repository },
    );
    const isRewritten = await phases.during("fetch", () =>
      findRewritten(operation, repository, commit),
    );
    return { ...content, isRewritten };
  });
  const report = { ...read.report, phases: joinPhases(phases.list(), read.report.phases) };
  if (request.plan) return async () => ({ state: "success", report });
  return (ending) => storeImport(ending, operation, { ...read, report });
}

/**
 * The content is stored already, so this writes a few rows.
 * @returns undefined if the space was changed in the meantime
 */
async function storeImport(
  call: JobCall,
  { row }: GitOperation,
  { merged, files, report, isRewritten }: ImportRead & { readonly isRewritten: boolean },
): Promise<OperationResult | undefined> {
  const { db } = call;
  const { space_id: space } = row;
  await lockSpace(db, space);
  const { revision_id: current } = await loadLiveSpace(db, space);
  const sync = await findSync(db, space);
  const syncedId = sync?.synced_revision_id ?? undefined;
  if (merged.current !== current || merged.syncedId !== syncedId) return undefined;
  await insertRevisions(db, merged.revisions);
  const { published, result } = merged;
  if (published !== undefined) await publishRevision(call, { id: published, space }, true);
  return {
    ...{ ...result, report },
    ...(result.synced && { files }),
    ...(isRewritten && { isRewritten }),
  };
}

/** Whether the branch of the last synchronization has another history now; false if unknown. */
async function findRewritten(
  { request, sync }: GitOperation,
  repository: Repository,
  commit: string,
): Promise<boolean> {
  const earlier = sync?.synced_commit ?? commit;
  const isSameRemote = sync?.synced_place === toRemoteKey(request);
  if (request.plan || !isSameRemote || earlier === commit) return false;
  try {
    return await repository.isRewritten(commit, earlier);
  } catch (error) {
    // The content was read already, and is imported in any case.
    if (error instanceof GitFailure) return false;
    throw error;
  }
}
