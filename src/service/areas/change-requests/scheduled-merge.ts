/** Scheduled merges of change requests: storage, and the job that merges at the scheduled time. */
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import { requireOwnSpace } from "../../core/access/job-permissions.ts";
import { findTokenHolder } from "../../core/access/token-holders.ts";
import type { Call } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  requireChangeRequest,
  selectChangeRequests,
} from "../../core/rows/change-request-rows.ts";
import { refuseFinal } from "../../core/rows/change-request-states.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobCall, JobPermission, LongJob } from "../../jobs/job.ts";
import { writeEvent } from "../audit/record.ts";
import { scheduledMergeFailure } from "../audit/scheduled-merge-failure.ts";
import { storeSystemEvent } from "../audit/system-event.ts";
import { mergeChangeRequest, prepareMerge } from "./merge.ts";

interface ScheduledMergePayload {
  readonly changeRequestId: string;
  /** Another schedule of the change request replaces this one. */
  readonly schedule: string;
}

/**
 * Replaces an earlier schedule.
 * @throws ApiError 400 for a time that is not in the future, or at which the token is no longer valid
 */
export async function scheduleMerge(
  call: Call,
  { space, row }: ChangeRequestAccess,
  at: string,
): Promise<void> {
  const time = new Date(at);
  if (time.getTime() <= call.now.getTime()) {
    throw new ApiError(400, `at must be in the future; the time is ${call.now.toISOString()}.`, {
      field: "at",
    });
  }
  const { principal } = call;
  const token = principal?.kind === "user" ? principal.token : undefined;
  if (token && !(await findTokenHolder(call.db, token, time))) {
    throw new ApiError(
      400,
      "at is after the expiry of your token, and the merge needs a valid token. Use a token that is valid longer.",
      { field: "at" },
    );
  }
  const schedule = call.newId();
  await call.db
    .updateTable("change_requests")
    .set({
      merge_schedule: schedule,
      merge_at: time.toISOString(),
      merge_scheduled_by: call.caller,
      merge_failure: null,
    })
    .where("id", "=", row.id)
    .execute();
  const payload: ScheduledMergePayload = { changeRequestId: row.id, schedule };
  await call.enqueue({
    kind: "merge-change-request",
    payload,
    at: time,
    organization: space.row.organization_id,
  });
}

/** @returns false if no merge was scheduled */
export async function cancelMerge({ db }: Pick<Call, "db">, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("change_requests")
    .set({ merge_schedule: null, merge_at: null, merge_scheduled_by: null, merge_failure: null })
    .where("id", "=", id)
    .where("merge_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface ScheduledRow extends ChangeRequestRow {
  readonly merge_scheduled_by: string;
}

/** @returns undefined if the merge was canceled or rescheduled, or happened before */
async function findScheduled(db: Queries, payload: unknown): Promise<ScheduledRow | undefined> {
  const { changeRequestId, schedule } = payload as ScheduledMergePayload;
  const row = await selectChangeRequests(db)
    .where("change_requests.id", "=", changeRequestId)
    .where("change_requests.merge_schedule", "=", schedule)
    .where("change_requests.status", "<>", "merged")
    .executeTakeFirst();
  if (row?.merge_scheduled_by == null) return undefined;
  return { ...row, merge_scheduled_by: row.merge_scheduled_by };
}

export const mergeScheduled: LongJob = {
  async prepare(payload, call) {
    const row = await findScheduled(call.db, payload);
    if (!row) return async () => {};
    const isOpen = row.status !== "archived";
    const results = isOpen
      ? await prepareMerge({ db: call.db, caller: row.merge_scheduled_by }, row)
      : undefined;
    return async (ending) => {
      await lockSpace(ending.db, row.space_id);
      const current = await findScheduled(ending.db, payload);
      if (!current) return;
      // URLs occur only in responses.
      const actor: Call = {
        ...ending,
        caller: current.merge_scheduled_by,
        base: "",
        findPublishedUrls: async () => new Map(),
      };
      try {
        refuseFinal(current, "Merging");
        const ids = { spaceId: current.space_id, changeRequestId: current.id };
        await mergeChangeRequest(actor, await requireChangeRequest(actor, ids), results);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await storeFailure(ending, current, error.message);
        return;
      }
      await recordMerge(actor, current);
    };
  },
};

export const scheduledMergePermission: JobPermission = {
  async authorize(payload, call) {
    const row = await findScheduled(call.db, payload);
    if (!row) return;
    const ids = { spaceId: row.space_id, changeRequestId: row.id };
    await call.requireScope("mergeChangeRequest", ids);
    const { role } = await requireOwnSpace(call, row.space_id);
    authorize(role, "mergeChangeRequest");
  },

  async end(payload, { state, reason }, call) {
    const row = await findScheduled(call.db, payload);
    if (!row) return undefined;
    if (state === "failed") await storeFailure(call, row, reason);
    else await setFailure(call.db, row.id, reason);
    return {
      operation: "mergeChangeRequest",
      target: { type: "change-request", id: row.id },
    };
  },
};

async function setFailure(db: Queries, id: string, reason: string): Promise<void> {
  await db
    .updateTable("change_requests")
    .set({ merge_failure: reason, merge_schedule: null })
    .where("id", "=", id)
    .execute();
}

/** Stores the reason for the user, and for the admins in the audit log. */
async function storeFailure(call: JobCall, row: ScheduledRow, reason: string): Promise<void> {
  await setFailure(call.db, row.id, reason);
  await storeSystemEvent(call, await loadOrganization(call.db, row), {
    action: scheduledMergeFailure.id,
    actor: { type: "system", id: "platform", label: "Platform" },
    target: { type: "change-request", id: row.id, label: row.subject },
    payload: { spaceId: row.space_id, requester: row.merge_scheduled_by, reason },
  });
}

/** The merge in the audit log, as if it had been requested at this time. */
async function recordMerge(call: Call, row: ScheduledRow): Promise<void> {
  const user = await call.db
    .selectFrom("users")
    .select("display_name")
    .where("id", "=", call.caller)
    .executeTakeFirst();
  await writeEvent(call, {
    organization_id: await loadOrganization(call.db, row),
    action: "mergeChangeRequest",
    actor_type: "user",
    actor_id: call.caller,
    actor_label: user?.display_name ?? null,
    target_type: "change-request",
    target_id: row.id,
    target_label: row.subject,
    content: { spaceId: row.space_id, scheduledFor: row.merge_at },
    origin: { requestId: call.newId() },
  });
}

async function loadOrganization(db: Queries, { space_id }: ChangeRequestRow): Promise<string> {
  const { organization_id } = await db
    .selectFrom("spaces")
    .select("organization_id")
    .where("id", "=", space_id)
    .executeTakeFirstOrThrow();
  return organization_id;
}
