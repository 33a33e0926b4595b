/** Changing what a change request is called, what it says of itself, and its state. */
import type { update } from "../../../contract/cr.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { authorize } from "../../core/access.ts";
import type { Found } from "../../core/change-request-rows.ts";
import { refuseFinal } from "../../core/change-request-states.ts";
import type { ChangeRequestTable } from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";

export type Settings = Omit<Input<typeof update>, "spaceId" | "changeRequestId">;

/**
 * Changes settings; everything that follows from that begins here. What is as it was changes
 * nothing, so that archiving a second time is no error.
 * @throws Problem 403 without the role edit, 409 where the change request has come to its end
 */
export async function changeSettings(
  call: Call,
  { space, row }: Found,
  { subject, description, status }: Settings,
): Promise<void> {
  authorize(space.role, "edit", "Changing a change request", "in the space");
  const columns: Partial<ChangeRequestTable> = {};
  if (subject !== undefined && subject !== row.subject) columns.subject = subject;
  if (description !== undefined) columns.description = JSON.stringify(description);
  if (status !== undefined && status !== row.status) columns.status = status;
  if (Object.keys(columns).length === 0) return;
  refuseFinal(row, status === undefined ? "Changing it" : `Making it ${status}`);
  await call.db
    .updateTable("change_requests")
    .set({ ...columns, updated_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
}
