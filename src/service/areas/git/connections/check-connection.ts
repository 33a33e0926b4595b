/**
 * Job that compares the branch of a connected space with the space, and imports or exports the
 * changes. It repeats itself, and is requested at once by a webhook or a change of the content.
 */
import { authorize } from "../../../core/access/access.ts";
import { requireOwnSpace } from "../../../core/access/job-permissions.ts";
import { type GitCheckPayload, scheduleGitCheck } from "../../../core/git-checks.ts";
import { parseRepositoryUrl } from "../../../engines/git/address.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { FetchFailure } from "../../../engines/network/fetch-failure.ts";
import type { Effect, JobCall, JobPermission, LongJob, LongJobCall } from "../../../jobs/job.ts";
import { type OperationRequest, toRemoteKey } from "../operation.ts";
import { isSyncQueued } from "../queue.ts";
import { findSync } from "../sync-rows.ts";
import type { GitInstallationTable } from "../tables.ts";
import { startConnectionSync } from "./connection-operations.ts";
import {
  findInstallation,
  openCredentials,
  readConfig,
  readProblem,
  toRequest,
} from "./connection-rows.ts";
import { clearProblem, recordProblem } from "./problems.ts";
import { isUnresolved, resolveRepository } from "./resolve-repository.ts";

const minute = 60 * 1000;
/** The interval if the platform does not check branches, because no server is running. */
const idleInterval = 5 * minute;
/** Webhooks announce pushes, so the branch is checked this many times less often. */
const webhookFactor = 12;

/**
 * @param seconds the interval between two checks of a branch; undefined to check none, because no
 * server is running
 */
export function createCheck(seconds: number | undefined): LongJob {
  return {
    async prepare(payload, call) {
      const { installationId, number } = payload as GitCheckPayload;
      const row = await findInstallation(call.db, installationId);
      if (row?.check_number !== number) return async () => {};
      const interval = seconds === undefined ? idleInterval : seconds * 1000;
      const next = row.received_at === null ? interval : interval * webhookFactor;
      const schedule = (ending: JobCall) =>
        scheduleGitCheck(ending, row.id, new Date(ending.now.getTime() + next));
      // Without a server, a command waits for its first sync, which needs the repository.
      const isSkipped = seconds === undefined && !isUnresolved(row);
      if (isSkipped || (await isDeleted(row, call))) return schedule;
      return checkBranch(row, call, schedule);
    },
  };
}

async function isDeleted({ space_id }: GitInstallationTable, { db }: LongJobCall) {
  const space = await db
    .selectFrom("spaces")
    .select("deleted_at")
    .where("id", "=", space_id)
    .executeTakeFirst();
  return space?.deleted_at !== null;
}

async function checkBranch(
  row: GitInstallationTable,
  call: LongJobCall,
  schedule: Effect,
): Promise<Effect> {
  try {
    const resolved = await resolveRepository(row, call);
    const request = toRequest(resolved);
    if (request === undefined) return schedule;
    const head = await readHead(resolved, request, call);
    if (head === undefined && (await hasHadBranch(row, request, call))) {
      throw new GitFailure("empty", `${request.url} is empty: it no longer has ${request.ref}.`);
    }
    return async (ending) => {
      const current = await findInstallation(ending.db, row.id);
      if (current?.check_number !== row.check_number) return;
      const { config } = resolved;
      await storeCheck(ending, { ...current, config }, head);
      await startMissing(ending, { ...current, config }, request, head);
      await schedule(ending);
    };
  } catch (error) {
    if (call.signal.aborted) throw error;
    const failure = describeFailure(error);
    return async (ending) => {
      const current = await findInstallation(ending.db, row.id);
      if (current?.check_number !== row.check_number) return;
      await recordProblem(ending, current, { ...failure, cause: "check" });
    };
  }
}

/** @throws the error itself unless it is one of the repository, such as a lost permission */
function describeFailure(error: unknown): { readonly reason: string; readonly message: string } {
  if (error instanceof GitFailure) return { reason: error.reason, message: error.message };
  if (error instanceof FetchFailure) return { reason: "unreachable", message: error.message };
  throw error;
}

/** @returns the commit of the branch; undefined if the repository is empty */
async function readHead(
  row: GitInstallationTable,
  { url, ref }: OperationRequest,
  { outside, secretBox, signal }: LongJobCall,
): Promise<string | undefined> {
  const address = parseRepositoryUrl(url, outside.mayReadFiles);
  const credentials = await openCredentials(secretBox, row);
  const { withRepository } = await import("../../../engines/git.ts");
  const branches = await withRepository({ address, credentials, outside, signal }, (repository) =>
    repository.listBranches(),
  );
  const head = branches.get(ref);
  if (head !== undefined || branches.size === 0) return head;
  throw new GitFailure("no-branch", `${url} has no branch ${ref}.`);
}

/** Whether the branch had commits at the last sync. */
async function hasHadBranch(
  { space_id }: GitInstallationTable,
  request: OperationRequest,
  { db }: LongJobCall,
): Promise<boolean> {
  const sync = await findSync(db, space_id);
  return sync?.synced_place === toRemoteKey(request) && sync.synced_commit !== null;
}

async function storeCheck(
  { db, now }: JobCall,
  row: GitInstallationTable,
  head: string | undefined,
): Promise<void> {
  await db
    .updateTable("git_installations")
    .set({
      config: row.config,
      checked_at: now.toISOString(),
      observed_commit: head ?? row.observed_commit,
    })
    .where("id", "=", row.id)
    .execute();
  if (readProblem(row)?.cause === "check") await clearProblem(db, row);
}

/** Starts the import or export that the space or the branch misses. */
async function startMissing(
  call: JobCall,
  row: GitInstallationTable,
  request: OperationRequest,
  head: string | undefined,
): Promise<void> {
  if (await isSyncQueued(call.db, row.space_id)) return;
  const sync = await findSync(call.db, row.space_id);
  const isSynced = sync?.synced_place === toRemoteKey(request) && sync.synced_commit === head;
  if (head === undefined) {
    const { isNew } = readConfig(row);
    if (isNew || row.changed_at !== null) await startConnectionSync(call, row, "export");
  } else if (!isSynced) await startConnectionSync(call, row, "import", getFirstSync(row));
  else if (row.changed_at !== null) await startConnectionSync(call, row, "export");
}

/** The first sync exports at once if the space has the priority. */
export function getFirstSync(
  row: Pick<GitInstallationTable, "config">,
): Pick<OperationRequest, "thenExport"> {
  const { isNew, priority } = readConfig(row);
  return isNew && priority === "gitbook" ? { thenExport: true } : {};
}

export const checkPermission: JobPermission = {
  async authorize(payload, call) {
    const row = await findInstallation(call.db, (payload as GitCheckPayload).installationId);
    if (!row) return;
    await call.requireScope("importGitRepository", { spaceId: row.space_id });
    const { role } = await requireOwnSpace(call, row.space_id);
    authorize(role, "importGitRepository");
  },

  async end(payload, { reason }, call) {
    const row = await findInstallation(call.db, (payload as GitCheckPayload).installationId);
    if (!row) return undefined;
    await recordProblem(call, row, { reason: "permission", message: reason, cause: "check" });
    return {
      operation: "importGitRepository",
      target: { type: "space", id: row.space_id },
    };
  },
};
