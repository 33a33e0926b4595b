/** What a successor gets of a person who leaves, and whether they may do what falls to them. */

import { type Role, roles } from "../../contract/roles.ts";
import { UsageError } from "../../errors.ts";
import { computeStrength, decide } from "../access/decide.ts";
import {
  getName,
  type Line,
  readLine,
  readThings,
  type Source,
  type Thing,
} from "../access/things.ts";
import type { OrganizationReading } from "../organization/reading.ts";
import type { Belongings, TeamMembership } from "./belongings.ts";

/** A person, as sentences name them. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** In the organization; null for a guest. */
  readonly role: string | null;
}

export interface Handed {
  readonly to: Named;
  readonly teams: readonly TeamMembership[];
  readonly grants: readonly { readonly thing: Thing; readonly role: Role }[];
}

/** Grants only where they are more: what is granted takes the place of what somebody has otherwise. */
export async function handedTo(
  reading: OrganizationReading,
  to: Named,
  { teams, grants }: Belongings,
): Promise<Handed> {
  const more: { thing: Thing; role: Role }[] = [];
  for (const { thing, role } of grants) {
    const granted = roles.find((one) => one === role);
    const now = decide(await readLine(reading, thing), to);
    if (granted === undefined || computeStrength(granted) <= computeStrength(now.role)) continue;
    more.push({ thing, role: granted });
  }
  return { to, teams: teams.filter(({ isOnlyOwner }) => isOnlyOwner), grants: more };
}

/**
 * A review that is waited for, of somebody who may give none, holds up the merge for ever.
 *
 * @throws UsageError that names the thing, and grants the role that is missing
 */
export async function checkReviews(
  reading: OrganizationReading,
  handed: Handed,
  { rules, asked }: Belongings,
): Promise<void> {
  const { id, name, role } = handed.to;
  const needed = computeStrength("review");
  const refusal = (where: string, has: string | null, cure: string) => {
    const what = has === null ? "no role" : `the role ${has}`;
    return new UsageError(
      `${name} could not give the reviews that would fall to them in ${where}, with ${what} there. Give them the role review first, or name another successor. Nothing was changed.`,
      cure,
    );
  };
  const isEverywhere = rules.some(({ spaceId }) => spaceId === undefined);
  if (isEverywhere && computeStrength(role) < needed) {
    throw refusal("the organization", role, `tome member update ${id} --role review`);
  }
  const spaces = new Set([...rules, ...asked].map(({ spaceId }) => spaceId));
  for (const thing of await readThings(reading, ["space"])) {
    if (!spaces.has(thing.id)) continue;
    const { role: then } = decide(lineWith(handed, await readLine(reading, thing)), handed.to);
    if (computeStrength(then) >= needed) continue;
    const cure = `tome space permission grant ${thing.id} --user ${id} --role review`;
    throw refusal(getName(thing), then, cure);
  }
}

/** The line as it is once everything is handed over. */
function lineWith({ to, teams, grants }: Handed, line: Line): Line {
  const sourceWith = (source: Source): Source => {
    const own = grants.find(({ thing }) => thing.id === source.thing.id);
    if (own === undefined || source.grants === undefined) return source;
    const granted = { role: own.role, user: { id: to.id } };
    const users = new Map([...source.grants.users, [to.id, granted]]);
    return { ...source, grants: { ...source.grants, users } };
  };
  const joined = new Set(teams.map(({ id }) => id));
  return {
    ...line,
    own: sourceWith(line.own),
    sites: line.sites.map(sourceWith),
    above: line.above.map(sourceWith),
    teams: new Map(
      [...line.teams].map(([id, members]) => {
        return [id, members && joined.has(id) ? new Set([...members, to.id]) : members] as const;
      }),
    ),
  };
}
