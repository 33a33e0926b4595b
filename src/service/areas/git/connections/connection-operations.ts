/** Imports and exports of connected spaces: their requests, and the results that the connection shows. */

import { scheduleGitCheck } from "../../../core/git-checks.ts";
import { lockSpace } from "../../../core/locks.ts";
import type { Queries, SpaceTable } from "../../../database/tables.ts";
import { parseRepositoryUrl } from "../../../engines/git/address.ts";
import type { SecretBox } from "../../../engines/secret-box.ts";
import type { JobCall } from "../../../jobs/job.ts";
import type { GitOperation, OperationRequest, OperationResult } from "../operation.ts";
import type { QueueCall } from "../queue.ts";
import { startSync } from "../start.ts";
import { findSync } from "../sync-rows.ts";
import type { GitInstallationTable } from "../tables.ts";
import {
  findInstallation,
  openCredentials,
  readConfig,
  readPrincipal,
  toRequest,
} from "./connection-rows.ts";
import { clearProblem, recordProblem } from "./problems.ts";

/** The parts of the calls of requests and jobs that an operation needs. */
interface ConnectionCall extends Omit<QueueCall, "caller" | "principal"> {
  readonly secretBox: SecretBox;
}

/**
 * Queues an import or export of a connected space, on behalf of the user who configured the connection.
 * @returns false if the repository or branch is not known yet
 */
export async function startConnectionSync(
  call: ConnectionCall,
  row: GitInstallationTable,
  kind: "import" | "export",
  more: Pick<OperationRequest, "thenExport" | "afterImport"> = {},
): Promise<boolean> {
  const { db } = call;
  const request = toRequest(row);
  if (request === undefined) return false;
  const principal = readPrincipal(row);
  await lockSpace(db, row.space_id);
  const space = await db
    .selectFrom("spaces")
    .select(["id", "organization_id", "revision_id"])
    .where("id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  await startSync(
    { ...call, caller: principal.user, principal },
    {
      ...{ space, kind },
      request: {
        ...request,
        ...more,
        ...(kind === "export" && { commitMessage: await buildMessage(db, row, space) }),
      },
      // Whether files of this machine are allowed is checked when the operation runs.
      address: parseRepositoryUrl(request.url, true),
      credentials: await openCredentials(call.secretBox, row),
    },
  );
  if (readConfig(row).isNew) await noteStart(db, row);
  return true;
}

async function noteStart(db: Queries, row: GitInstallationTable): Promise<void> {
  const { isNew: _, ...config } = readConfig(row);
  await db
    .updateTable("git_installations")
    .set({ config: JSON.stringify(config) })
    .where("id", "=", row.id)
    .execute();
}

/**
 * The message of an export's commit. The placeholders are those of the hosted platform; without a
 * merged change request, they have no values.
 */
async function buildMessage(
  db: Queries,
  row: GitInstallationTable,
  { revision_id }: Pick<SpaceTable, "revision_id">,
): Promise<string> {
  const merged = await db
    .selectFrom("revisions")
    .innerJoin("change_requests", "change_requests.id", "revisions.merged_from")
    .select(["change_requests.number", "change_requests.subject"])
    .where("revisions.id", "=", revision_id)
    .executeTakeFirst();
  const { messageTemplate = "" } = readConfig(row);
  if (messageTemplate === "" || (!merged && messageTemplate.includes("{change_request_"))) {
    return merged ? `Merge change request #${merged.number}: ${merged.subject}` : defaultMessage;
  }
  return messageTemplate
    .replaceAll("{change_request_number}", String(merged?.number ?? ""))
    .replaceAll("{change_request_subject}", merged?.subject ?? "");
}

const defaultMessage = "Update the documentation";

/** Stores the result of an import or export, and starts the next step. */
export async function recordConnectionResult(
  call: JobCall,
  { row: operation, request }: GitOperation,
  result: OperationResult,
): Promise<void> {
  if (request.installation === undefined) return;
  const row = await findInstallation(call.db, request.installation);
  if (!row) return;
  if (result.state === "failure") {
    // Another client pushed: its commit is merged first.
    if (operation.kind === "export" && result.reason === "rejected" && !request.afterImport) {
      await startConnectionSync(call, row, "import", { thenExport: true });
      return;
    }
    // An empty repository gets the content of the space.
    if (operation.kind === "import" && result.reason === "empty") {
      await startConnectionSync(call, row, "export", { afterImport: true });
      return;
    }
    const failure = { reason: result.reason ?? "failed", message: result.error ?? "" };
    await recordProblem(call, row, { ...failure, cause: "operation" });
    return;
  }
  await clearProblem(call.db, row);
  if (operation.kind === "import") await recordImport(call, row, request, result);
  else await recordExport(call, row, result);
  if (hasMovedMeanwhile(row, operation, result)) await scheduleGitCheck(call, row.id, call.now);
}

/** Whether a check found another commit during the operation, and could not start an import. */
function hasMovedMeanwhile(
  { checked_at, observed_commit }: GitInstallationTable,
  { created_at }: GitOperation["row"],
  { commit }: OperationResult,
): boolean {
  const wasChecked = checked_at !== null && checked_at >= created_at;
  return wasChecked && observed_commit !== null && observed_commit !== commit;
}

async function recordImport(
  call: JobCall,
  row: GitInstallationTable,
  { thenExport }: OperationRequest,
  { commit, report, isRewritten }: OperationResult,
): Promise<void> {
  const { db } = call;
  const sync = isRewritten && (await findSync(db, row.space_id));
  await db
    .updateTable("git_installations")
    .set({
      observed_commit: commit ?? row.observed_commit,
      ...(sync && {
        rewritten: JSON.stringify({
          ...{ from: sync.synced_commit, to: commit, at: call.now.toISOString() },
        }),
      }),
    })
    .where("id", "=", row.id)
    .execute();
  const isAhead = (report?.ahead ?? 0) > 0;
  if (isAhead && (thenExport || row.changed_at !== null)) {
    await startConnectionSync(call, row, "export", { afterImport: true });
  } else if (!isAhead) await noteExported(db, row);
}

async function recordExport(
  call: JobCall,
  row: GitInstallationTable,
  { revisionId, commit, report }: OperationResult,
): Promise<void> {
  const { db, now } = call;
  await db
    .updateTable("git_installations")
    .set({ observed_commit: commit ?? row.observed_commit })
    .where("id", "=", row.id)
    .execute();
  const { revision_id: current } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  if (current === revisionId) await noteExported(db, row);
  const isBehind = (report?.behind ?? 0) > 0;
  if (isBehind) await startConnectionSync(call, row, "import");
  else if (current !== revisionId) await scheduleGitCheck(call, row.id, now);
}

async function noteExported(db: Queries, { id }: GitInstallationTable): Promise<void> {
  await db
    .updateTable("git_installations")
    .set({ changed_at: null })
    .where("id", "=", id)
    .execute();
}
