/** Start of an import or export: its place in the queue, and the state that the space shows. */
import type { SpaceTable } from "../../database/tables.ts";
import type { Credentials, RepositoryAddress } from "../../engines/git/address.ts";
import type { EventCall } from "../integration-events/record.ts";
import { recordEvent } from "../integration-events/record.ts";
import { findConnection } from "./connections/connection-rows.ts";
import type { OperationRequest } from "./operation.ts";
import { type QueueCall, queueOperation } from "./queue.ts";
import { describeRepository, findSync, insertSync, updateSync } from "./sync-rows.ts";
import type { GitOperationTable } from "./tables.ts";

/** Git's representation of a commit that does not exist. */
const noCommit = "0".repeat(40);

export interface SyncStart {
  readonly space: Pick<SpaceTable, "id" | "organization_id" | "revision_id">;
  readonly kind: GitOperationTable["kind"];
  readonly request: OperationRequest;
  readonly address: RepositoryAddress;
  readonly credentials: Credentials | undefined;
  /** Display options in the request, which take precedence. */
  readonly display?: Parameters<typeof describeRepository>[1];
}

/** Queues an import, export or plan; the caller must have locked the space. @returns its row */
export async function startSync(
  call: QueueCall & EventCall,
  start: SyncStart,
): Promise<GitOperationTable> {
  const { space, request } = start;
  const row = await queueOperation(call, start);
  if (request.plan) return row;
  const sync = await findSync(call.db, space.id);
  await storeStart(call, start);
  await recordEvent(call, {
    type: "space_gitsync_started",
    spaceId: space.id,
    revisionId: space.revision_id,
    commitId: sync?.synced_commit ?? noCommit,
  });
  return row;
}

async function storeStart(
  call: QueueCall,
  { space, kind, request, address, display }: SyncStart,
): Promise<void> {
  const { db, now } = call;
  const installation = await findConnection(db, space.id);
  const isConnected = installation !== undefined && request.installation === installation.id;
  const description = JSON.stringify({
    ...describeRepository(
      address,
      isConnected ? { provider: installation.provider, ...display } : display,
    ),
    ...(installation && { installationId: installation.id, installationStatus: "active" }),
  });
  const sync = await findSync(db, space.id);
  const isRunning = sync?.state === "running";
  const columns = {
    ref: request.ref,
    legacy: 0,
    disconnected: null,
    operation: isRunning ? sync.operation : kind,
    state: isRunning ? ("running" as const) : ("pending" as const),
    error: null,
    started_at: isRunning ? sync.started_at : now.toISOString(),
    ended_at: null,
  };
  if (!sync) await insertSync(db, { space_id: space.id, shown: description, ...columns });
  await updateSync(call, { space_id: space.id, shown: description }, columns);
}
