/** Where a comment can stand: in a space, or in one of its change requests. */
import type { Role } from "../../../contract/roles.ts";
import { authorize } from "../../core/access.ts";
import {
  type ChangeRequestRow,
  type Found,
  readChangeRequest,
} from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";

/** The ids of the path that lead to it. */
export interface PlaceIds {
  readonly spaceId: string;
  /** An id or a number. */
  readonly changeRequestId?: string | undefined;
}

export interface Place {
  /** The id of the change request, or else of the space. */
  readonly id: string;
  readonly spaceId: string;
  readonly organizationId: string;
  readonly changeRequestId: string | null;
  /** The revision that a comment posted now is about. */
  readonly revision: string;
  /** What the caller may do in the space. */
  readonly role: Role | null;
  /** What the addresses of its comments begin with. */
  readonly location: string;
}

/**
 * Discussions are for those who may take part in them: a reader sees content alone.
 * @param deed what is attempted, to begin the sentence of a refusal
 * @throws Problem 404 where the caller may not see the place, 403 without the role comment
 */
export async function openPlace(call: Call, ids: PlaceIds, deed: string): Promise<Place> {
  const space = await requireSpace(call, ids.spaceId);
  const row =
    ids.changeRequestId === undefined
      ? undefined
      : await readChangeRequest(call.db, space.row.id, ids.changeRequestId);
  authorize(space.role, "comment", deed);
  return placeIn(call, { space, row });
}

/** @param found.row absent for the space itself */
export function placeIn(
  { base }: Pick<Call, "base">,
  {
    space: { row: space, role },
    row,
  }: Pick<Found, "space"> & { readonly row?: ChangeRequestRow | undefined },
): Place {
  const below = row ? `/change-requests/${row.id}` : "";
  return {
    id: row?.id ?? space.id,
    spaceId: space.id,
    organizationId: space.organization_id,
    changeRequestId: row?.id ?? null,
    revision: row?.revision_id ?? space.revision_id,
    role,
    location: `${base}/v1/spaces/${space.id}${below}/comments`,
  };
}
