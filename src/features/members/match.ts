/** Matching of roster entries to members. */

import type { JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { normalizeEmail } from "./member-email.ts";
import type { RosterPerson } from "./roster-person.ts";

/** An invited user who has not accepted yet. */
export interface PendingInvitation {
  readonly userId: string;
  /** In the form of `normalizeEmail`. */
  readonly email: string;
}

export interface RosterContext {
  readonly organizationId: string;
  /** The id of the current user, who is never changed. */
  readonly caller: string;
  readonly members: readonly JsonObject[];
  readonly teams: readonly JsonObject[];
  /** Member ids by team. */
  readonly inTeams: ReadonlyMap<string, ReadonlySet<string>>;
  readonly pending: readonly PendingInvitation[];
  /** Member ids by roster id, from earlier runs. */
  readonly stored: ReadonlyMap<string, string>;
}

/** Matches by stored id first, so that a changed email is not a removal; then by platform id, then by email. */
export function matchPeople(
  people: readonly RosterPerson[],
  { members, stored }: RosterContext,
): ReadonlyMap<RosterPerson, string> {
  const ids = new Set(members.map(({ id }) => asText(id)));
  const byEmail = new Map(members.map((one) => [getEmail(one), asText(one.id)]));
  const peopleById = new Map<string, RosterPerson>();
  const matches = new Map<RosterPerson, string>();
  for (const one of people) {
    const candidates = one.id === undefined ? [] : [stored.get(one.id), one.id];
    const byId = candidates.find((word) => word !== undefined && ids.has(word));
    const idByEmail = byEmail.get(one.email);
    if (byId !== undefined && idByEmail !== undefined && byId !== idByEmail) {
      throw new UsageError(
        `${one.at}: the id ${one.id} belongs to the member ${byId}, but the email belongs to ${idByEmail}. Correct the row, or remove its id. No members were changed.`,
      );
    }
    const id = byId ?? idByEmail;
    if (id === undefined) continue;
    const other = peopleById.get(id);
    if (other !== undefined) {
      throw new UsageError(
        `Duplicate member ${id} in ${other.at} and ${one.at}. Remove one of the rows. No members were changed.`,
      );
    }
    peopleById.set(id, one);
    matches.set(one, id);
  }
  return matches;
}

export function getEmail(one: JsonObject): string {
  return normalizeEmail(asText(asObject(one.user).email));
}
