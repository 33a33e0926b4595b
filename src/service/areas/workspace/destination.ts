/** Where content may be put: under a parent of its organization, or into another organization. */
import type { Role } from "../../../contract/roles.ts";
import { allows, type Rule } from "../../../contract/rules.ts";
import { Problem } from "../../../errors.ts";
import { authorize, membershipIn, notFound } from "../../core/access.ts";
import { findCollection } from "../../core/collection-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { topLevel } from "../../core/levels.ts";
import { lockTree } from "../../core/locks.ts";
import { rankAtEnd } from "../../core/siblings.ts";
import type { ResolvedLevel } from "../../database/tables.ts";

/**
 * Checks that the caller may put content under a parent.
 * @param member the caller's role in the organization
 * @returns the level that content there inherits
 * @throws Problem 400 for a parent that is unknown, hidden or in another organization; 403 if the
 * caller may not create in it
 */
export async function authorizeDestination(
  call: Call,
  organizationId: string,
  member: Role | null,
  parentId: string | null,
  rule: Rule,
): Promise<ResolvedLevel> {
  if (parentId === null) {
    authorize(member, rule, { where: "in the organization" });
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
  authorize(found.role, rule, { where: "in the collection" });
  return found.row.resolved_level;
}

/**
 * Checks a transfer to another organization, in which the content becomes the last of the top level.
 * @returns its rank there
 * @throws Problem 409 if it is in that organization already, 404 if the organization is unknown or
 * hidden, 412 if the caller may not create in it
 */
export async function findTransferRank(
  call: Call,
  from: string,
  to: string,
  rule: Rule,
): Promise<string> {
  if (from === to) {
    throw new Problem(
      409,
      `It already belongs to organization ${to}; the transfer would change nothing.`,
      {
        field: "organization",
      },
    );
  }
  const membership = await membershipIn(call, to);
  if (!membership) throw notFound("organization", to, "organization");
  if (!allows(membership.role, rule)) {
    const reason = membership.role === null ? "you are a guest" : `your role is ${membership.role}`;
    throw new Problem(
      412,
      `Organization ${to} takes content from those who may create in it, and there ${reason}; ask one of its admins.`,
      { field: "organization" },
    );
  }
  await lockTree(call.db, from, to);
  return rankAtEnd(call.db, { organizationId: to, parentId: null });
}
