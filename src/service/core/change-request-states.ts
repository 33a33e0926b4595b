/** The states of a change request: draft and open lead to each other, merged and archived to nothing. */
import type { Role } from "../../contract/roles.ts";
import { Problem } from "../../errors.ts";
import { authorize } from "./access.ts";
import { type Found, readChangeRequest, requireChangeRequest } from "./change-request-rows.ts";
import type { ChangeRequestStatus, ChangeRequestTable } from "./change-request-tables.ts";
import type { Call } from "./handlers.ts";
import { lockSpace } from "./space-lock.ts";

export function isFinal(status: ChangeRequestStatus): boolean {
  return status === "merged" || status === "archived";
}

/** @throws Problem 409 where the change request has come to its end */
export function refuseFinal({ number, status }: ChangeRequestTable, deed: string): void {
  if (!isFinal(status)) return;
  throw new Problem(
    409,
    `${deed} is not possible: change request ${number} is ${status}, and that is final; create a new one.`,
  );
}

/**
 * A change request, held still for a change of it.
 * @param deed what is attempted, to begin the sentence of a refusal
 * @throws Problem 404, 403 where the role does not allow it, 409 where it has come to its end
 */
export async function lockChangeRequest(
  call: Call,
  ids: { readonly spaceId: string; readonly changeRequestId: string },
  needed: Role,
  deed: string,
): Promise<Found> {
  const { space, row } = await requireChangeRequest(call, ids);
  authorize(space.role, needed, deed, "in the space");
  await lockSpace(call.db, row.space_id);
  const held = await readChangeRequest(call.db, row.space_id, row.id);
  refuseFinal(held, deed);
  return { space, row: held };
}
