/** Giving content to another organization: who may, and where it lands. */
import { atLeast } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { membershipIn, notFound } from "../../core/access.ts";
import { holdTree } from "../../core/collection-tree.ts";
import type { Call } from "../../core/handlers.ts";
import { rankAtEnd } from "../../core/siblings.ts";

/**
 * Checks a transfer and finds the place: last at the top level.
 * @throws Problem 409 to the organization it is in, 404 to one that is unknown or hidden, 412 to
 * one in which the caller may not create
 */
export async function landingRank(call: Call, from: string, to: string): Promise<string> {
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
  if (!atLeast(membership.role, "create")) {
    const held = membership.role === null ? "you are a guest" : `your role is ${membership.role}`;
    throw new Problem(
      412,
      `Organization ${to} takes content from those who may create in it, and there ${held}; ask one of its admins.`,
      { field: "organization" },
    );
  }
  await holdTree(call.db, from, to);
  return rankAtEnd(call.db, { organizationId: to, parentId: null });
}
