/** Creation of a change request on the current content of its space. */
import { authorize } from "../../core/access/access.ts";
import type { Actor, Call } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { addContributor } from "../../core/rows/change-request-rows.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";

/** The ids of a change request and of its space. */
export interface CreatedChangeRequest {
  readonly id: string;
  readonly space_id: string;
}

/** @throws ApiError 404 if the caller may not see the space, 403 without the role edit */
export async function createChangeRequest(
  call: Call,
  spaceId: string,
  subject: string,
): Promise<CreatedChangeRequest> {
  const { role } = await requireSpace(call, spaceId);
  authorize(role, "createChangeRequest");
  return insertChangeRequest(call, spaceId, subject);
}

/** Creates a draft. All new change requests are created here, so side effects belong here. */
export async function insertChangeRequest(
  call: Actor,
  spaceId: string,
  subject: string,
): Promise<CreatedChangeRequest> {
  await lockSpace(call.db, spaceId);
  const { revision_id } = await call.db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const last = await call.db
    .selectFrom("change_requests")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  const id = call.newId();
  const now = call.now.toISOString();
  await call.db
    .insertInto("change_requests")
    .values({
      id,
      space_id: spaceId,
      number: (last?.number ?? 0) + 1,
      status: "draft",
      subject,
      description: null,
      created_by: call.caller,
      created_at: now,
      updated_at: now,
      revision_id,
      revision_initial: revision_id,
      revision_merged_ancestor: null,
      revision_merged: null,
      merged_by: null,
      merged_at: null,
      merge_schedule: null,
      merge_at: null,
      merge_scheduled_by: null,
      merge_failure: null,
      cluster_id: null,
    })
    .execute();
  await addContributor(call, id);
  return { id, space_id: spaceId };
}
