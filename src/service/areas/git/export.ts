/** Exporting a space to a repository: what changes there, as a commit on top of its branch. */

import type { Author } from "../../engines/git/clone.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Repository } from "../../engines/git.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { noteCommit } from "../content/revisions.ts";
import { inThread, planExport } from "./in-thread.ts";
import {
  type Completion,
  commitUrl,
  inRepository,
  liveSpace,
  type Operation,
} from "./operation.ts";
import type { FileChanges } from "./synced-files.ts";

interface PushResult {
  /** Null if the repository is empty and there was nothing to push. */
  readonly commit: string | null;
  readonly isNew: boolean;
  readonly files: FileChanges;
}

/** If someone else pushes in between, the commit is built once more on top of theirs. */
const mostAttempts = 2;

/** The long part, push included; repeating it after a crash pushes nothing twice. @throws GitFailure */
export async function exportProject(operation: Operation, call: LongJobCall): Promise<Completion> {
  const { request, row } = operation;
  const { revision_id: revisionId } = await liveSpace(call.db, row.space_id);
  const pushed = await inRepository(operation, call, async (repository) => {
    for (let left = mostAttempts; ; left--) {
      const sent = await send(repository, operation, call, revisionId, left > 1);
      if (sent) return sent;
    }
  });
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
    };
  };
}

/** @returns undefined if someone else pushed meanwhile, and it may be tried again */
async function send(
  repository: Repository,
  operation: Operation,
  call: LongJobCall,
  revisionId: string,
  mayTryAgain: boolean,
): Promise<PushResult | undefined> {
  const { row, request, sync } = operation;
  const { address, folder } = repository;
  const parent = await headOf(repository, request.ref);
  const { commit, files } = await inThread(
    planExport,
    {
      spaceId: row.space_id,
      revisionId,
      author: await authorOf(call.db, row),
      ...{ request, address, folder, parent },
      syncedPlace: sync.synced_place,
      syncedRevision: sync.synced_revision_id,
    },
    operation,
    call,
  );
  if (commit === undefined || commit === parent) {
    return { commit: parent ?? null, isNew: false, files };
  }
  try {
    await repository.push(commit, request.ref, parent);
    return { commit, isNew: true, files };
  } catch (error) {
    if (mayTryAgain && error instanceof GitFailure && error.reason === "rejected") return undefined;
    throw error;
  }
}

/** @returns undefined if the repository is empty, so that the first commit creates the branch */
async function headOf(repository: Repository, ref: string): Promise<string | undefined> {
  try {
    return await repository.fetch(ref);
  } catch (error) {
    if (error instanceof GitFailure && error.reason === "empty") return undefined;
    throw error;
  }
}

async function authorOf(
  db: LongJobCall["db"],
  { requested_by, created_at }: Operation["row"],
): Promise<Author> {
  const user = await db
    .selectFrom("users")
    .select(["display_name", "email"])
    .where("id", "=", requested_by)
    .executeTakeFirstOrThrow();
  // The time of the request, so that a second try makes the same commit.
  return { name: user.display_name, email: user.email, at: new Date(created_at) };
}
