/** Discussions: the comments of a space, or of a change request. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { RuleOperation } from "../../../contract/rules.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  readChangeRequest,
} from "../../core/rows/change-request-rows.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";

/** The ids in the path of a request. */
export interface DiscussionIds {
  readonly spaceId: string;
  /** An id or a number. */
  readonly changeRequestId?: string | undefined;
}

export interface Discussion {
  /** The id of the change request or space. */
  readonly id: string;
  readonly spaceId: string;
  readonly organizationId: string;
  readonly changeRequestId: string | null;
  /** The current revision, to which a new comment refers. */
  readonly revision: string;
  /** The caller's role in the space. */
  readonly role: Role | null;
  /** The URL of the list of its comments. */
  readonly location: string;
}

/** Operations on comments and replies; each exists for spaces and for change requests. */
export type DiscussionOperation =
  Extract<RuleOperation, `${string}Comment${string}InChangeRequest`> extends infer O
    ? O extends `${infer Name}InChangeRequest`
      ? Name
      : never
    : never;

/** The operation for the type of the discussion. */
export function selectOperation<D extends DiscussionOperation>(
  { changeRequestId }: { readonly changeRequestId?: string | null | undefined },
  doing: D,
) {
  const isInSpace = changeRequestId === undefined || changeRequestId === null;
  return isInSpace ? (`${doing}InSpace` as const) : (`${doing}InChangeRequest` as const);
}

/**
 * Only users who may comment can read a discussion.
 * @throws ApiError 404 if the caller may not see the space, 403 without the role comment
 */
export async function openDiscussion(
  call: Call,
  ids: DiscussionIds,
  doing: DiscussionOperation,
): Promise<Discussion> {
  const space = await requireSpace(call, ids.spaceId);
  const row =
    ids.changeRequestId === undefined
      ? undefined
      : await readChangeRequest(call.db, space.row.id, ids.changeRequestId);
  // Whether the caller is the author is known only after the comment is loaded.
  authorize(space.role, selectOperation(ids, doing), { who: ["author"] });
  return getDiscussion(call, { space, row });
}

/** @param found.row absent for the space itself */
export function getDiscussion(
  { base }: Pick<Call, "base">,
  {
    space: { row: space, role },
    row,
  }: Pick<ChangeRequestAccess, "space"> & { readonly row?: ChangeRequestRow | undefined },
): Discussion {
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

/** The input of an operation, in a space or in a change request. */
export type DiscussionInput<E> = Input<E> & DiscussionIds;
