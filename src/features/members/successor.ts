/** Handover to a successor, and the permissions that the successor needs. */

import { type Role, roles } from "../../contract/roles.ts";
import { UsageError } from "../../errors.ts";
import { computeStrength, decide } from "../access/decide.ts";
import {
  type AccessChain,
  type AccessResource,
  type GrantSource,
  getName,
  readLine,
  readThings,
} from "../access/resources.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import type { Belongings, TeamMembership } from "./mentions.ts";

/** A user in messages. */
export interface NamedUser {
  readonly id: string;
  readonly name: string;
  /** The role in the organization; null for a guest. */
  readonly role: string | null;
}

export interface HandoverPlan {
  readonly to: NamedUser;
  readonly teams: readonly TeamMembership[];
  readonly grants: readonly { readonly thing: AccessResource; readonly role: Role }[];
}

/** Hands over only grants with a higher role, because a grant replaces the inherited role. */
export async function planHandover(
  reading: OrganizationReader,
  to: NamedUser,
  { teams, grants }: Belongings,
): Promise<HandoverPlan> {
  const grantsToAdd: { thing: AccessResource; role: Role }[] = [];
  for (const { thing, role } of grants) {
    const grantedRole = roles.find((one) => one === role);
    const current = decide(await readLine(reading, thing), to);
    if (grantedRole === undefined) continue;
    if (computeStrength(grantedRole) <= computeStrength(current.role)) continue;
    grantsToAdd.push({ thing, role: grantedRole });
  }
  return { to, teams: teams.filter(({ isOnlyOwner }) => isOnlyOwner), grants: grantsToAdd };
}

/**
 * A required review by a user without the permission would block the merge indefinitely.
 *
 * @throws UsageError with the resource, and the command that grants the missing role
 */
export async function checkReviews(
  reading: OrganizationReader,
  handed: HandoverPlan,
  { rules, asked }: Belongings,
): Promise<void> {
  const { id, name, role } = handed.to;
  const requiredStrength = computeStrength("review");
  const refusal = (where: string, currentRole: string | null, hint: string) => {
    const what = currentRole === null ? "no role" : `the role ${currentRole}`;
    return new UsageError(
      `${name} cannot take over the reviews in ${where} because they have ${what} there. Grant them the role review first, or specify another successor. No changes were made.`,
      hint,
    );
  };
  const isEverywhere = rules.some(({ spaceId }) => spaceId === undefined);
  if (isEverywhere && computeStrength(role) < requiredStrength) {
    throw refusal("the organization", role, `tome member update ${id} --role review`);
  }
  const spaces = new Set([...rules, ...asked].map(({ spaceId }) => spaceId));
  for (const thing of await readThings(reading, ["space"])) {
    if (!spaces.has(thing.id)) continue;
    const { role: newRole } = decide(
      buildLineAfter(handed, await readLine(reading, thing)),
      handed.to,
    );
    if (computeStrength(newRole) >= requiredStrength) continue;
    const hint = `tome space permission grant ${thing.id} --user ${id} --role review`;
    throw refusal(getName(thing), newRole, hint);
  }
}

/** The access chain after the handover. */
function buildLineAfter({ to, teams, grants }: HandoverPlan, line: AccessChain): AccessChain {
  const sourceWith = (source: GrantSource): GrantSource => {
    const addition = grants.find(({ thing }) => thing.id === source.thing.id);
    if (addition === undefined || source.grants === undefined) return source;
    const grant = { role: addition.role, user: { id: to.id } };
    const users = new Map([...source.grants.users, [to.id, grant]]);
    return { ...source, grants: { ...source.grants, users } };
  };
  const newTeamIds = new Set(teams.map(({ id }) => id));
  return {
    ...line,
    own: sourceWith(line.own),
    sites: line.sites.map(sourceWith),
    above: line.above.map(sourceWith),
    teams: new Map(
      [...line.teams].map(([id, members]) => {
        return [
          id,
          members && newTeamIds.has(id) ? new Set([...members, to.id]) : members,
        ] as const;
      }),
    ),
  };
}
