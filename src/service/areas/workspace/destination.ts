/** Where content may be put: a collection or the top level, in which the caller may create. */
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import { findCollection } from "../../core/collection-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { topLevel } from "../../core/levels.ts";
import type { ResolvedLevel } from "../../database/tables.ts";

/**
 * Checks that something may be put under a parent.
 * @param member the caller's role in the organization
 * @param deed begins the sentence of a refusal: "Creating a space"
 * @returns the level that things there inherit
 * @throws Problem 400 for a parent that is unknown, hidden or in another organization; 403 where
 * the caller may not create in it
 */
export async function enterDestination(
  call: Call,
  organizationId: string,
  member: Role | null,
  parentId: string | null,
  deed: string,
): Promise<ResolvedLevel> {
  if (parentId === null) {
    authorize(member, "create", deed, "in the organization");
    return topLevel;
  }
  const found = await findCollection(call, parentId);
  if (!found?.role) {
    throw new Problem(
      400,
      `parent ${parentId} is no collection that you may see; give the id of one, or null for the top level.`,
      { field: "parent" },
    );
  }
  if (found.row.organization_id !== organizationId) {
    throw new Problem(
      400,
      `parent ${parentId} belongs to another organization; choose a collection of this one, or transfer instead.`,
      { field: "parent" },
    );
  }
  authorize(found.role, "create", deed, "in the collection");
  return found.row.resolved_level;
}
