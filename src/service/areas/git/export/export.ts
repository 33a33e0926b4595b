/** Export of a space to a repository: its changes as a commit on top of the branch. */

import type { Author } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { Repository } from "../../../engines/git.ts";
import type { LongJobCall } from "../../../jobs/job.ts";
import { noteCommit } from "../../content/revisions.ts";
import type { FileChanges } from "../files/synced-files.ts";
import {
  type Completion,
  commitUrl,
  type GitOperation,
  inRepository,
  loadLiveSpace,
} from "../operation.ts";
import { type GitPhases, joinPhases } from "../phases.ts";
import { getPhases } from "../queue.ts";
import type { SyncReport } from "../report.ts";
import { inThread, loadThread, planExport } from "../run-in-thread.ts";

interface PushResult {
  /** Null if the repository is empty and there was nothing to push. */
  readonly commit: string | null;
  readonly isNew: boolean;
  readonly files: FileChanges;
  readonly report: SyncReport;
}

/** If another client pushes in between, the commit is created once more on top of its commit. */
const mostAttempts = 2;

/**
 * The long part, including the push; repeating it after a crash pushes nothing twice.
 * @throws GitFailure
 */
export async function exportProject(
  operation: GitOperation,
  call: LongJobCall,
): Promise<Completion> {
  const { request, row } = operation;
  const { revision_id: revisionId } = await loadLiveSpace(call.db, row.space_id);
  const phases = getPhases(operation, call);
  loadThread(operation, call);
  const pushed = await inRepository(operation, call, async (repository) => {
    for (let attemptsLeft = mostAttempts; ; attemptsLeft--) {
      const sent = await send(
        repository,
        operation,
        { ...call, phases },
        revisionId,
        attemptsLeft > 1,
      );
      if (sent) return sent;
    }
  });
  const report = { ...pushed.report, phases: joinPhases(phases.list(), pushed.report.phases) };
  if (request.plan) return async () => ({ state: "success", report });
  return async ({ db }) => {
    const { commit, isNew, files } = pushed;
    if (commit !== null && isNew) {
      await noteCommit(db, revisionId, {
        oid: commit,
        message: request.commitMessage ?? "",
        createdByGitBook: true,
        ...(request.commitUrl !== undefined && { url: commitUrl(request.commitUrl, commit) }),
        ref: request.ref,
      });
    }
    return {
      state: "success",
      revisionId,
      ...(commit !== null && { commit }),
      synced: { revisionId, commit },
      files,
      report: { ...report, ...(commit !== null && { commit }) },
    };
  };
}

/** @returns undefined if another client pushed in the meantime, and an attempt remains */
async function send(
  repository: Repository,
  operation: GitOperation,
  call: LongJobCall & { readonly phases: GitPhases },
  revisionId: string,
  mayTryAgain: boolean,
): Promise<PushResult | undefined> {
  const { row, request, sync } = operation;
  const { address, folder } = repository;
  const { phases } = call;
  const parent = await phases.during("fetch", () => findHeadCommit(repository, request.ref));
  const { commit, files, report } = await inThread(
    planExport,
    {
      spaceId: row.space_id,
      revisionId,
      author: await loadAuthor(call.db, row),
      ...{ request, address, folder, parent },
      syncedPlace: sync?.synced_place ?? null,
      syncedRevision: sync?.synced_revision_id ?? null,
    },
    operation,
    { ...call, repository },
  );
  if (commit === undefined || commit === parent) {
    return { commit: parent ?? null, isNew: false, files, report };
  }
  try {
    await call.requirePermission();
    await phases.during("push", () => repository.push(commit, request.ref, parent));
    return { commit, isNew: true, files, report };
  } catch (error) {
    if (mayTryAgain && error instanceof GitFailure && error.reason === "rejected") return undefined;
    throw error;
  }
}

/** @returns undefined if the repository is empty, so that the first commit creates the branch */
async function findHeadCommit(repository: Repository, ref: string): Promise<string | undefined> {
  try {
    return await repository.fetch(ref);
  } catch (error) {
    if (error instanceof GitFailure && error.reason === "empty") return undefined;
    throw error;
  }
}

async function loadAuthor(
  db: LongJobCall["db"],
  { requested_by, created_at }: GitOperation["row"],
): Promise<Author> {
  const user = await db
    .selectFrom("users")
    .select(["display_name", "email"])
    .where("id", "=", requested_by)
    .executeTakeFirstOrThrow();
  // The time of the request, so that a second attempt creates the same commit.
  return { name: user.display_name, email: user.email, at: new Date(created_at) };
}
