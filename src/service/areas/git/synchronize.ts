/** Job that runs the imports and exports of a space, one at a time and in their order. */
import { ApiError } from "../../../errors.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { type JobCall, type LongJob, type LongJobCall, NotPermittedError } from "../../jobs/job.ts";
import { recordEvent } from "../integration-events/record.ts";
import { notify } from "../webhooks/notify.ts";
import { recordConnectionResult } from "./connections/connection-operations.ts";
import { storeFileChanges } from "./files/synced-files.ts";
import {
  type Completion,
  type GitOperation,
  type OperationResult,
  toRemoteKey,
} from "./operation.ts";
import { storePlan } from "./plans.ts";
import {
  findNextOperation,
  isSyncQueued,
  requestSynchronizing,
  synchronizingKind,
} from "./queue.ts";
import { findSync, updateSync } from "./sync-rows.ts";

/** The maximum number of attempts if the space is changed while an operation runs. */
const mostAttempts = 5;

export const synchronizeGit: LongJob = {
  async prepare(payload, call) {
    const { spaceId, attempt: number = 1 } = payload as SynchronizingPayload;
    const operation = await findNextOperation(call.db, spaceId);
    // The space was purged.
    if (!operation) return async () => {};
    const { row, sync, request } = operation;
    if (sync && !request.plan) {
      await updateSync(call, sync, { operation: row.kind, state: "running", error: null });
    }
    const effect = await attempt(operation, call);
    const store = async (ending: JobCall) => {
      const result = await catchFailure(() => effect(ending));
      if (result) return finish(ending, operation, result);
      if (number >= mostAttempts) return finish(ending, operation, alwaysChanged);
      await ending.enqueue({
        kind: synchronizingKind,
        payload: { spaceId, attempt: number + 1 },
      });
    };
    // The push cannot be undone; without its record, the next synchronization would not recognize
    // it.
    return row.kind === "export" && !request.plan ? { record: store } : store;
  },
};

interface SynchronizingPayload {
  readonly spaceId: string;
  readonly attempt?: number;
}

const alwaysChanged: OperationResult = {
  state: "failure",
  error: `The space was changed during each of the ${mostAttempts} attempts to merge it. Nothing was imported. Retry when the space is edited less frequently.`,
};

/** The long part. A failure is a regular result: it is reported, and not retried. */
async function attempt(operation: GitOperation, call: LongJobCall): Promise<Completion> {
  const { row, request, sync } = operation;
  if (isOlder(request.timestamp, sync?.synced_at) && !request.force) {
    const error = `The triggering event at ${request.timestamp} is older than the last synchronization (${sync?.synced_at}). Use --force to run it anyway.`;
    return async () => ({ state: "skipped", error });
  }
  let effect: Completion | undefined;
  const failed = await catchFailure(async () => {
    effect =
      row.kind === "import"
        ? await import("./import/import.ts").then((m) => m.importProject(operation, call))
        : await import("./export/export.ts").then((m) => m.exportProject(operation, call));
    return undefined;
  }, call.signal);
  return effect ?? (async () => failed);
}

function isOlder(caused: string | undefined, last: string | null | undefined): boolean {
  return caused !== undefined && typeof last === "string" && Date.parse(caused) < Date.parse(last);
}

async function catchFailure<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | OperationResult> {
  try {
    return await work();
  } catch (error) {
    // An operation that the end of the platform interrupts is repeated at the next start.
    if (signal?.aborted || error instanceof NotPermittedError) throw error;
    if (error instanceof GitFailure) {
      return { state: "failure", error: error.message, reason: error.reason };
    }
    if (error instanceof ApiError) return { state: "failure", error: error.message };
    if (signal === undefined) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { state: "failure", error: `Internal error: ${message}` };
  }
}

/** Ends an operation, and starts the next one of the space. */
export async function finish(
  call: JobCall,
  operation: GitOperation,
  result: OperationResult,
): Promise<void> {
  const { db, now } = call;
  const { row, request } = operation;
  const { space_id: spaceId } = row;
  if (request.plan) await storePlan(db, row, result);
  else await db.deleteFrom("git_operations").where("id", "=", row.id).execute();
  const next = await findNextOperation(db, spaceId);
  if (next) await call.enqueue(requestSynchronizing(next.row));
  const { state, error, revisionId, commit, synced, files } = result;
  if (!request.plan) await recordConnectionResult(call, operation, result);
  const sync = await findSync(db, spaceId);
  if (!sync || request.plan) return;
  const isFollowed = await isSyncQueued(db, spaceId);
  const success = JSON.stringify({ at: now.toISOString(), revision: revisionId, commit });
  await updateSync(call, sync, {
    operation: row.kind,
    ref: request.ref,
    state: isFollowed ? "pending" : state,
    error: isFollowed ? null : (error ?? null),
    ended_at: isFollowed ? null : now.toISOString(),
    ...(state === "success" && {
      revision_id: revisionId ?? null,
      commit_oid: commit ?? null,
      synced_at: getLaterTime(request.timestamp ?? row.created_at, sync.synced_at),
      report: result.report ? JSON.stringify(result.report) : null,
      ...(row.kind === "import" ? { last_import: success } : { last_export: success }),
    }),
    ...(synced && {
      synced_place: toRemoteKey(request),
      synced_revision_id: synced.revisionId,
      synced_commit: synced.commit,
    }),
  });
  if (files) await storeFileChanges(db, spaceId, files);
  if (state === "failure") {
    await notify(call, {
      type: "git_sync.failed",
      in: { spaceId },
      actor: row.requested_by,
      data: { operation: row.kind, error: error ?? null },
    });
  }
  await recordEvent(call, {
    type: "space_gitsync_completed",
    spaceId,
    state: state === "failure" ? "failure" : "success",
    revisionId: revisionId ?? sync.revision_id ?? undefined,
    commitId: commit ?? sync.commit_oid ?? undefined,
  });
}

/** In a single format, so that times of all zones can be compared. */
function getLaterTime(time: string, last: string | null): string {
  const normalizedTime = new Date(time).toISOString();
  return last === null || normalizedTime > last ? normalizedTime : last;
}
