/**
 * Permission checks for jobs of several areas, equal to those of the requests that enqueued them.
 */
import { ApiError } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { PermissionCall } from "../../jobs/job.ts";
import { requireSpace, type SpaceAccess } from "../rows/space-rows.ts";

/**
 * Loads a space that the requester may see and that is still in the organization of the job.
 * @throws ApiError 404
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

/** @throws ApiError 404 if a space that is not deleted is in another organization */
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
  throw new ApiError(404, `Space ${id} was transferred to another organization.`);
}
