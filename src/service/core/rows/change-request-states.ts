/**
 * The states of a change request. Draft, open and archived can change into each other; an archived
 * one allows nothing else, and merged is final.
 */
import { getNeed, type RuleOperation } from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../access/access.ts";
import type { Call } from "../handlers.ts";
import { lockSpace } from "../locks.ts";
import {
  type ChangeRequestAccess,
  readChangeRequest,
  requireChangeRequest,
} from "./change-request-rows.ts";
import type { ChangeRequestStatus, ChangeRequestTable } from "./change-request-tables.ts";

interface ChangeRequestIds {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

export function isFinal(status: ChangeRequestStatus): boolean {
  return status === "merged" || status === "archived";
}

/** @throws ApiError 409 if the change request is merged or archived */
export function refuseFinal({ number, status }: ChangeRequestTable, actionLabel: string): void {
  if (!isFinal(status)) return;
  const action =
    status === "archived" ? "Set its status to draft or open" : "Create a new change request";
  throw new ApiError(
    409,
    `${actionLabel} is not possible because change request ${number} is ${status === "merged" ? "already merged" : status}. ${action}.`,
  );
}

/**
 * Loads a change request that the caller may change, in its current state.
 * @throws ApiError as `lockChangeRequest` does, in the same order
 */
export async function requireChangeable(
  call: Call,
  ids: ChangeRequestIds,
  rule: RuleOperation,
): Promise<ChangeRequestAccess> {
  const access = await requireChangeRequest(call, ids);
  authorize(access.space.role, rule);
  refuseFinal(access.row, getActionLabel(rule));
  return access;
}

/**
 * Locks a change request before it is changed.
 * @throws ApiError 404, 403 if the role is insufficient, 409 if it is merged or archived
 */
export async function lockChangeRequest(
  call: Call,
  ids: ChangeRequestIds,
  rule: RuleOperation,
): Promise<ChangeRequestAccess> {
  const { space, row } = await requireChangeRequest(call, ids);
  authorize(space.role, rule);
  await lockSpace(call.db, row.space_id);
  const locked = await readChangeRequest(call.db, row.space_id, row.id);
  refuseFinal(locked, getActionLabel(rule));
  return { space, row: locked };
}

const getActionLabel = (rule: RuleOperation) => getNeed(rule).actionLabel ?? rule;
