/** Conversion of a review decision to a request, or the reason that it is refused. */

import * as collectionPermission from "../../contract/collection-permission.ts";
import * as member from "../../contract/member.ts";
import { type Role, roles } from "../../contract/roles.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import { buildStep, type OrganizationStep } from "../organization/steps.ts";
import { describeVia, getThingName } from "./columns.ts";
import type { ReviewedRow } from "./review-files.ts";
import type { AccessRow } from "./rows.ts";

export type DecisionStep =
  | "done"
  | { readonly step: OrganizationStep }
  | { readonly refused: string };

interface CurrentState {
  /** The current row; undefined if the user has neither a role nor a grant. */
  readonly current: AccessRow | undefined;
  /** The id of the current user. */
  readonly caller: string;
  /** Ids of admins; earlier decisions remove ids. */
  readonly admins: Set<string>;
  readonly organizationId: string;
}

export function createDecisionStep(row: ReviewedRow, now: CurrentState): DecisionStep {
  const { decision } = row;
  const { current } = now;
  const newRole = decision === "revoke" ? undefined : findRole(decision);
  if (current === undefined) {
    if (newRole === undefined) return "done";
    return { refused: "the user no longer has a role or grant there." };
  }
  if (newRole !== undefined && current.role === newRole) return "done";
  // The grant was already revoked; the current role is inherited.
  if (newRole === undefined && row.via === "direct" && current.via !== "direct") return "done";
  if (current.role !== row.role) {
    return {
      refused: `the role has changed since the review, from ${row.role ?? "guest"} to ${current.role ?? "guest"}.`,
    };
  }
  return current.thing.object === "organization"
    ? decideMember(current, newRole, now)
    : decideThing(current, newRole, now.organizationId);
}

function findRole(word: string): Role | undefined {
  return roles.find((role) => role === word);
}

function decideMember(
  current: AccessRow,
  newRole: Role | undefined,
  now: CurrentState,
): DecisionStep {
  const { caller, admins, organizationId } = now;
  const userId = current.user?.id ?? "";
  const name = current.user?.displayName ?? userId;
  if (userId === caller) {
    return { refused: "you cannot change your own role. Ask another admin." };
  }
  if (admins.has(userId) && newRole !== "admin") {
    if (admins.size === 1) return { refused: "the user is the last admin of the organization." };
    admins.delete(userId);
  }
  return {
    step:
      newRole === undefined
        ? buildStep(`remove ${name} from the organization`, member.remove, {
            organizationId,
            userId,
          })
        : buildStep(`change the role of ${name} in the organization to ${newRole}`, member.update, {
            organizationId,
            userId,
            role: newRole,
          }),
  };
}

function decideThing(
  current: AccessRow,
  newRole: Role | undefined,
  organizationId: string,
): DecisionStep {
  const { via, thing, user, effective } = current;
  const userId = user?.id ?? "";
  const name = user?.displayName ?? userId;
  const where = getThingName(thing);
  if (newRole === undefined) {
    if (via !== "direct") {
      return {
        refused: `the role in ${where} is inherited (${describeVia(current)}) and cannot be revoked for a single user. Change it at its source.`,
      };
    }
    return {
      step: createRevocation(`revoke the grant of ${name} in ${where}`, current, organizationId),
    };
  }
  if (via === "organization role" && current.role === "admin") {
    return { refused: `${name} is an admin of the organization and therefore of ${where}.` };
  }
  if (!effective) {
    const status = current.standing === "gone" ? "not a member" : current.standing;
    return { refused: `${name} is ${status}, so a grant has no effect.` };
  }
  const says = `grant ${name} the role ${newRole} in ${where}`;
  const grant = { role: newRole, users: [userId] };
  switch (thing.object) {
    case "space":
      return { step: buildStep(says, spacePermission.grant, { spaceId: thing.id, ...grant }) };
    case "collection":
      return {
        step: buildStep(says, collectionPermission.grant, { collectionId: thing.id, ...grant }),
      };
    default:
      return {
        step: buildStep(says, sitePermission.grant, {
          organizationId,
          siteId: thing.id,
          ...grant,
        }),
      };
  }
}

/** Step that revokes the grant of a user on a resource. */
export function createRevocation(
  says: string,
  { thing, user }: Pick<AccessRow, "thing" | "user">,
  organizationId: string,
): OrganizationStep {
  const userId = user?.id ?? "";
  switch (thing.object) {
    case "space":
      return buildStep(says, spacePermission.removeUser, { spaceId: thing.id, userId });
    case "collection":
      return buildStep(says, collectionPermission.removeUser, { collectionId: thing.id, userId });
    default:
      return buildStep(says, sitePermission.removeUser, {
        organizationId,
        siteId: thing.id,
        userId,
      });
  }
}
