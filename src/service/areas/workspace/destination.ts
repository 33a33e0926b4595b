/** Authorization of destinations for created, moved and transferred content. */
import type { Role } from "../../../contract/roles.ts";
import { allows, type PermissionRule } from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, findMembership } from "../../core/access/access.ts";
import { topLevel } from "../../core/access/levels.ts";
import type { Call } from "../../core/handlers.ts";
import { lockTree } from "../../core/locks.ts";
import { findCollection } from "../../core/rows/collection-rows.ts";
import { rankAtEnd } from "../../core/rows/siblings.ts";
import type { ResolvedLevel } from "../../database/tables.ts";

/**
 * Checks that the caller may create content in a parent.
 * @param member the caller's role in the organization
 * @returns the level that content in the parent inherits
 * @throws ApiError 400 if the parent is unknown, not visible or in another organization; 403 if the
 * caller may not create content in it
 */
export async function authorizeDestination(
  call: Call,
  organizationId: string,
  member: Role | null,
  parentId: string | null,
  rule: PermissionRule,
): Promise<ResolvedLevel> {
  if (parentId === null) {
    authorize(member, rule, { where: "in the organization" });
    return topLevel;
  }
  const access = await findCollection(call, parentId);
  if (!access?.role) {
    throw new ApiError(
      400,
      `parent ${parentId} is not a collection that you can access. Check the id, or use null for the top level.`,
      { field: "parent" },
    );
  }
  if (access.row.organization_id !== organizationId) {
    throw new ApiError(
      400,
      `parent ${parentId} belongs to another organization. Choose a collection of this organization, or transfer the content.`,
      { field: "parent" },
    );
  }
  authorize(access.role, rule, { where: "in the collection" });
  return access.row.resolved_level;
}

/**
 * Checks a transfer to another organization, which moves the content to the end of the top level.
 * @returns the rank in the other organization
 * @throws ApiError 409 if the content already belongs to the organization, 404 if the organization is
 * unknown or not visible, 412 if the caller may not create content in it
 */
export async function findTransferRank(
  call: Call,
  from: string,
  to: string,
  rule: PermissionRule,
): Promise<string> {
  if (from === to) {
    throw new ApiError(
      409,
      `The content already belongs to organization ${to}. Nothing was transferred.`,
      {
        field: "organization",
      },
    );
  }
  const membership = await findMembership(call, to);
  if (!membership) throw createNotFoundError("organization", to, "organization");
  if (!allows(membership.role, rule)) {
    const reason = membership.role === null ? "you are a guest" : `your role is ${membership.role}`;
    throw new ApiError(
      412,
      `The transfer requires the role create in organization ${to}, where ${reason}. Ask one of its admins.`,
      { field: "organization" },
    );
  }
  await lockTree(call.db, from, to);
  return rankAtEnd(call.db, { organizationId: to, parentId: null });
}
