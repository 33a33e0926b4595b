/** Runs the long part of an import or export in a worker thread, and handles its requests. */

import type { Queries } from "../../database/tables.ts";
import { answerQuery, getLanguage } from "../../database/thread-queries.ts";
import { inTransaction } from "../../database/transaction.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Repository } from "../../engines/git.ts";
import { type PooledTask, PooledTaskError, runInPool } from "../../engines/threads/worker-pool.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { putEncoded } from "../content/files/blobs.ts";
import { readObject } from "../content/files/file-storage.ts";
import { uploadContents } from "../content/files/upload.ts";
import { putStored } from "../content/texts/documents.ts";
import type { ExportPlanInput, PlannedExport } from "./export/plan-export.ts";
import type { GitOutcome, ThreadData } from "./git-worker.ts";
import type { ImportInput, ImportRead } from "./import/read-import.ts";
import type { GitOperation } from "./operation.ts";
import { storeProgress } from "./queue.ts";
import type { Question } from "./thread-call.ts";

/** In the bundled program, the worker script is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./git-worker.ts" : "./git-worker.js",
  import.meta.url,
);

type GitTask<Input, Result> = PooledTask<ThreadData<Input>, GitOutcome<Result>>;

const limits = { script, seconds: 600, weight: "heavy" } as const;
export const readImport: GitTask<ImportInput, ImportRead> = { ...limits, name: "readImport" };
export const planExport: GitTask<ExportPlanInput, PlannedExport> = {
  ...limits,
  name: "planExport",
};

/** Loads the worker script while a repository is fetched. */
export function loadThread(
  { row }: GitOperation,
  { db, signal }: Pick<LongJobCall, "db" | "signal">,
): void {
  const loading: PooledTask<undefined, void> = { ...limits, name: "load" };
  // If it fails, the following work fails too and reports the error.
  runInPool(loading, undefined, { db, caller: row.requested_by }, { signal }).catch(
    () => undefined,
  );
}

/** Resources that the worker may use; only this process has network access. */
export interface ThreadHost extends Pick<LongJobCall, "db" | "now" | "newId" | "signal"> {
  readonly repository: Pick<Repository, "fetchCommit" | "fetchObjects">;
}

/**
 * @returns the result of the task, copied
 * @throws GitFailure, also if it takes too much time or memory
 */
export async function inThread<Input, Result>(
  task: GitTask<Input, Result>,
  input: Input,
  { row, request }: GitOperation,
  { db, now, newId, signal, repository }: ThreadHost,
): Promise<Result> {
  const setting = {
    language: getLanguage(db),
    ids: newId(),
    now: now.toISOString(),
    isPlan: request.plan === true,
  };
  const answer = (request: unknown) => {
    const question = request as Question;
    if ("query" in question) return answerQuery(db, question.query);
    if ("fetch" in question) return repository.fetchCommit(question.fetch);
    if ("objects" in question) return repository.fetchObjects(question.objects);
    if ("progress" in question) return storeProgress(db, row, question.progress);
    if ("object" in question) return readObject(db, question.object);
    return putIn(question);
  };
  const putIn = async (question: StoredQuestion) => {
    if ("file" in question) await uploadContents({ db, now, newId }, [question.file]);
    return inTransaction(db, (transaction) => put(transaction, row.space_id, question));
  };
  try {
    const outcome = await runInPool(
      task,
      { input, setting },
      { db, caller: row.requested_by },
      { answer, signal },
    );
    if ("result" in outcome) return outcome.result;
    throw new GitFailure(outcome.failure.reason, outcome.failure.message);
  } catch (error) {
    const isTooMuch = error instanceof PooledTaskError && error.reason !== "aborted";
    throw isTooMuch ? createTooLargeFailure(row, error) : error;
  }
}

type StoredQuestion = Extract<Question, { documents: unknown } | { file: unknown }>;

async function put(db: Queries, spaceId: string, question: StoredQuestion): Promise<void> {
  if ("file" in question) await putEncoded(db, spaceId, question.file);
  else await putStored(db, spaceId, question.documents);
}

function createTooLargeFailure(
  { kind }: GitOperation["row"],
  { message }: PooledTaskError,
): GitFailure {
  return new GitFailure(
    "too-large",
    kind === "import"
      ? `The repository is too large for an import. ${message} Split it into several folders, and import each into a separate space.`
      : `The space is too large for an export. ${message} Split it into several spaces, and export each to a separate folder.`,
  );
}
