/** What a decision about one row needs: a request, nothing any more, or why it is refused. */

import * as collectionPermission from "../../contract/collection-permission.ts";
import * as member from "../../contract/member.ts";
import { type Role, roles } from "../../contract/roles.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import { buildStep, type Step } from "../organization/steps.ts";
import type { ReviewedRow } from "./review-files.ts";
import type { AccessRow } from "./rows.ts";
import { describeVia, getThingName } from "./words.ts";

export type Decided = "done" | { readonly step: Step } | { readonly refused: string };

interface Now {
  /** The row as it is now; undefined if they have no role there, nor a grant. */
  readonly current: AccessRow | undefined;
  /** The id of who asks. */
  readonly caller: string;
  /** Loses those whom an earlier decision takes the role from. */
  readonly admins: Set<string>;
  readonly organizationId: string;
}

export function stepFor(row: ReviewedRow, now: Now): Decided {
  const { decision } = row;
  const { current } = now;
  const wanted = decision === "revoke" ? undefined : roleIn(decision);
  if (current === undefined) {
    if (wanted === undefined) return "done";
    return { refused: "they have no role there any more, nor a grant." };
  }
  if (wanted !== undefined && current.role === wanted) return "done";
  // What was granted is gone; what they have now comes from elsewhere, as it was before.
  if (wanted === undefined && row.via === "direct" && current.via !== "direct") return "done";
  if (current.role !== row.role) {
    return {
      refused: `the role has changed since the review: it was ${row.role ?? "guest"}, and is ${current.role ?? "guest"}.`,
    };
  }
  return current.thing.object === "organization"
    ? ofMember(current, wanted, now)
    : ofThing(current, wanted, now.organizationId);
}

function roleIn(word: string): Role | undefined {
  return roles.find((role) => role === word);
}

function ofMember(current: AccessRow, wanted: Role | undefined, now: Now): Decided {
  const { caller, admins, organizationId } = now;
  const userId = current.user?.id ?? "";
  const name = current.user?.displayName ?? userId;
  if (userId === caller) {
    return { refused: "this is you, who would lose the access to go on with; ask another admin." };
  }
  if (admins.has(userId) && wanted !== "admin") {
    if (admins.size === 1) return { refused: "this is the last admin of the organization." };
    admins.delete(userId);
  }
  return {
    step:
      wanted === undefined
        ? buildStep(`remove ${name} from the organization`, member.remove, {
            organizationId,
            userId,
          })
        : buildStep(`give ${name} the role ${wanted} in the organization`, member.update, {
            organizationId,
            userId,
            role: wanted,
          }),
  };
}

function ofThing(current: AccessRow, wanted: Role | undefined, organizationId: string): Decided {
  const { via, thing, user, effective } = current;
  const userId = user?.id ?? "";
  const name = user?.displayName ?? userId;
  const where = getThingName(thing);
  if (wanted === undefined) {
    if (via !== "direct") {
      return {
        refused: `the role in ${where} comes from elsewhere (${describeVia(current)}), so it cannot be revoked for one person; change it there.`,
      };
    }
    return {
      step: revocation(`take back the role of ${name} in ${where}`, current, organizationId),
    };
  }
  if (via === "organization role" && current.role === "admin") {
    return { refused: `${name} is admin of the organization, and so of ${where}.` };
  }
  if (!effective)
    return { refused: `${name} is ${current.standing}, and nothing counts for them.` };
  const says = `give ${name} the role ${wanted} in ${where}`;
  const granted = { role: wanted, users: [userId] };
  switch (thing.object) {
    case "space":
      return { step: buildStep(says, spacePermission.grant, { spaceId: thing.id, ...granted }) };
    case "collection":
      return {
        step: buildStep(says, collectionPermission.grant, { collectionId: thing.id, ...granted }),
      };
    default:
      return {
        step: buildStep(says, sitePermission.grant, {
          organizationId,
          siteId: thing.id,
          ...granted,
        }),
      };
  }
}

/** Takes back what was granted to a person on a thing. */
export function revocation(
  says: string,
  { thing, user }: Pick<AccessRow, "thing" | "user">,
  organizationId: string,
): Step {
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
