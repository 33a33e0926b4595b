/** Checks that jobs of several areas make when they run, as the requests that enqueued them did. */
import { Problem } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";
import type { PermissionCall } from "../jobs/job.ts";
import { requireSpace, type SpaceAccess } from "./space-rows.ts";

/**
 * A space that its requester may see, and that is still in the organization for which the job was requested.
 * @throws Problem 404
 */
export async function requireOwnSpace(
  call: PermissionCall,
  spaceId: string,
  organization: string | undefined = call.organization,
): Promise<SpaceAccess> {
  const access = await requireSpace(call, spaceId);
  refuseMoved(access.row, organization);
  return access;
}

/** @throws Problem 404 if a space that is not deleted is in another organization */
export async function refuseMovedSpace(
  db: Queries,
  spaceId: string,
  organization: string,
): Promise<void> {
  const space = await db
    .selectFrom("spaces")
    .select(["id", "organization_id"])
    .where("id", "=", spaceId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (space) refuseMoved(space, organization);
}

function refuseMoved(
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  organization: string | undefined,
): void {
  if (organization === undefined || organization_id === organization) return;
  throw new Problem(404, `Space ${id} was transferred to another organization meanwhile.`);
}
