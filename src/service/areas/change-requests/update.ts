/** Updates of the subject, description and status of a change request. */
import type { update } from "../../../contract/cr.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { ChangeRequestAccess } from "../../core/rows/change-request-rows.ts";
import { refuseFinal } from "../../core/rows/change-request-states.ts";
import type { ChangeRequestTable } from "../../core/rows/change-request-tables.ts";
import { notify } from "../webhooks/notify.ts";

export type ChangeRequestSettings = Omit<Input<typeof update>, "spaceId" | "changeRequestId">;

/**
 * All such updates are made here, so side effects belong here. An unchanged value has no effect, so
 * archiving twice is not an error.
 * @throws ApiError 403 without the role edit, 409 if the change request is merged, or is archived and
 * stays so
 */
export async function updateChangeRequest(
  call: Call,
  { space, row }: ChangeRequestAccess,
  { subject, description, status }: ChangeRequestSettings,
): Promise<void> {
  authorize(space.role, "updateChangeRequestById");
  const columns: Partial<ChangeRequestTable> = {};
  if (subject !== undefined && subject !== row.subject) columns.subject = subject;
  if (description !== undefined) columns.description = JSON.stringify(description);
  if (status !== undefined && status !== row.status) columns.status = status;
  if (Object.keys(columns).length === 0) return;
  const isReopened = row.status === "archived" && columns.status !== undefined;
  if (!isReopened) {
    refuseFinal(row, status === undefined ? "Changing it" : `Changing the status to ${status}`);
  }
  await call.db
    .updateTable("change_requests")
    .set({ ...columns, updated_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
  if (columns.status === "open") {
    await notify(call, {
      type: "change_request.opened",
      in: { spaceId: row.space_id },
      changeRequestId: row.id,
      actor: call.caller,
    });
  }
}
