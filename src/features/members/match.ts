/** Which member each person of a roster is. */

import type { JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { RosterPerson } from "./roster.ts";

export interface Known {
  readonly organizationId: string;
  /** The id of who asks, who is never changed. */
  readonly caller: string;
  readonly members: readonly JsonObject[];
  readonly teams: readonly JsonObject[];
  /** The ids of those who are in each team that the roster may name. */
  readonly inTeams: ReadonlyMap<string, ReadonlySet<string>>;
  /** The ids of members by what the roster called them before. */
  readonly stored: ReadonlyMap<string, string>;
}

/** The stored id comes first, so that a new email is no removal; then an id of the platform; then the email. */
export function matchPeople(
  people: readonly RosterPerson[],
  { members, stored }: Known,
): ReadonlyMap<RosterPerson, string> {
  const ids = new Set(members.map(({ id }) => textIn(id)));
  const byEmail = new Map(members.map((one) => [getEmail(one), textIn(one.id)]));
  const taken = new Map<string, RosterPerson>();
  const matches = new Map<RosterPerson, string>();
  for (const one of people) {
    const known = one.id === undefined ? [] : [stored.get(one.id), one.id];
    const byId = known.find((word) => word !== undefined && ids.has(word));
    const ofEmail = byEmail.get(one.email);
    if (byId !== undefined && ofEmail !== undefined && byId !== ofEmail) {
      throw new UsageError(
        `${one.at}: the id ${one.id} is that of the member ${byId}, and the email that of ${ofEmail}; correct the row, or leave out its id. Nobody was changed.`,
      );
    }
    const id = byId ?? ofEmail;
    if (id === undefined) continue;
    const other = taken.get(id);
    if (other !== undefined) {
      throw new UsageError(
        `${one.at} and ${other.at} are the same member (${id}); keep one of them.`,
      );
    }
    taken.set(id, one);
    matches.set(one, id);
  }
  return matches;
}

export function getEmail(one: JsonObject): string {
  return textIn(objectIn(one.user).email).toLowerCase();
}
