/**
 * Queue of a space's imports, exports and plans, which run one at a time in the order of their
 * numbers.
 */
import type { Queries, SpaceTable } from "../../database/tables.ts";
import type { Credentials } from "../../engines/git/address.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import type { JobRequest } from "../../jobs/job.ts";
import type { Requester } from "../../jobs/principal.ts";
import { type GitOperation, type OperationRequest, toCredentialsPurpose } from "./operation.ts";
import { GitPhases, type GitProgress } from "./phases.ts";
import { findSync } from "./sync-rows.ts";
import type { GitOperationTable } from "./tables.ts";

export const synchronizingKind = "synchronize-git";

export interface QueueCall {
  readonly db: Queries;
  readonly now: Date;
  readonly caller: string;
  readonly principal?: Requester | undefined;
  readonly newId: () => string;
  readonly enqueue: (job: JobRequest) => Promise<void>;
  readonly secretBox: SecretBox;
}

interface QueuedOperation {
  readonly space: Pick<SpaceTable, "id" | "organization_id">;
  readonly kind: GitOperationTable["kind"];
  readonly request: OperationRequest;
  readonly credentials: Credentials | undefined;
}

/**
 * Queues an operation; the caller must have locked the space.
 * @returns its row
 */
export async function queueOperation(
  call: QueueCall,
  { space, kind, request, credentials }: QueuedOperation,
): Promise<GitOperationTable> {
  const { db } = call;
  const { id: spaceId, organization_id: organization } = space;
  const principal = call.principal ?? { kind: "user", user: call.caller };
  const last = await db
    .selectFrom("git_operations")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  const waiting = await findNextOperation(db, spaceId);
  const id = call.newId();
  const row: GitOperationTable = {
    id,
    space_id: spaceId,
    number: (last?.number ?? 0) + 1,
    kind,
    request: JSON.stringify(request),
    credentials: credentials
      ? await call.secretBox.seal(JSON.stringify(credentials), toCredentialsPurpose(id))
      : null,
    requested_by: call.caller,
    principal: JSON.stringify({ principal, organization } satisfies StoredRequester),
    created_at: call.now.toISOString(),
    progress: null,
    outcome: null,
  };
  await db.insertInto("git_operations").values(row).execute();
  // If another operation is queued or running, its end starts the next one.
  if (!waiting) await call.enqueue(requestSynchronizing(row));
  return row;
}

/** The principal of a queued operation, and the organization for which it was requested. */
interface StoredRequester {
  readonly principal: Requester;
  readonly organization: string;
}

/** The job that runs an operation, on behalf of its requester. */
export function requestSynchronizing({
  space_id,
  requested_by,
  principal,
}: GitOperationTable): JobRequest {
  const requester: Partial<StoredRequester> = principal === null ? {} : JSON.parse(principal);
  return {
    kind: synchronizingKind,
    payload: { spaceId: space_id },
    principal: requester.principal ?? { kind: "user", user: requested_by },
    ...(requester.organization !== undefined && { organization: requester.organization }),
  };
}

/** The running or next operation of a space. */
export async function findNextOperation(
  db: Queries,
  spaceId: string,
): Promise<GitOperation | undefined> {
  const row = await db
    .selectFrom("git_operations")
    .selectAll()
    .where("space_id", "=", spaceId)
    .where("outcome", "is", null)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return { row, sync: await findSync(db, spaceId), request: JSON.parse(row.request) };
}

/** Whether an import or export is waiting or running, including behind a plan. */
export async function isSyncQueued(db: Queries, spaceId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("git_operations")
    .select("request")
    .where("space_id", "=", spaceId)
    .where("outcome", "is", null)
    .execute();
  return rows.some(({ request }) => !(JSON.parse(request) as OperationRequest).plan);
}

/** The progress of the running operation; undefined before its first report, or without one. */
export async function findProgress(db: Queries, spaceId: string): Promise<GitProgress | undefined> {
  const running = await findNextOperation(db, spaceId);
  const progress = running?.row.progress;
  return progress ? JSON.parse(progress) : undefined;
}

/** The phases of a running operation, which report its progress. */
export function getPhases({ row }: GitOperation, { db }: { readonly db: Queries }): GitPhases {
  return new GitPhases((progress) => storeProgress(db, row, progress));
}

export async function storeProgress(
  db: Queries,
  { id }: GitOperationTable,
  progress: GitProgress,
): Promise<void> {
  await db
    .updateTable("git_operations")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", id)
    .execute();
}
