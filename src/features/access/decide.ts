/**
 * Which role somebody has in a thing, and why, out of what is granted and the levels: what is nearest
 * decides, and not what is strongest. The platform decides; this explains it, or stands in where a
 * platform does not say who has access.
 */
import { roles } from "../../contract/roles.ts";
import type { Line, Source, Thing } from "./things.ts";

/** What gives somebody their role, in the order in which they are asked. */
export type Via =
  | "direct"
  | "team"
  | "level"
  | "creator"
  | "site"
  | "collection"
  | "space"
  | "organization role"
  | "unexplained";

export interface Reason {
  readonly via: Via;
  /** The site or collection that says it, and how it does. */
  readonly from?: Pick<Thing, "kind" | "id" | "title">;
  readonly by?: "direct" | "team" | "level";
  readonly team?: { readonly id: string; readonly title: string };
}

export interface Decision {
  /** Null if they do not see it. */
  readonly role: string | null;
  readonly reason: Reason;
}

export interface Person {
  readonly id: string;
  /** In the organization; null for a guest. */
  readonly role: string | null;
}

/** What a thing itself says about somebody: undefined if it leaves it to what is above. */
interface Said {
  readonly role: string | null;
  readonly by: "direct" | "team" | "level";
  readonly team?: { readonly id: string; readonly title: string };
}

/** @param line of the thing; what it could not read counts as saying nothing */
export function decide({ own, sites, above, teams }: Line, person: Person): Decision {
  const byOrganization: Decision = { role: person.role, reason: { via: "organization role" } };
  if (person.role === "admin") return byOrganization;
  const here = saidBy(own, person, teams);
  if (here !== undefined) {
    const { role, by, team } = here;
    return { role, reason: { via: by, ...(team && { team }) } };
  }
  const bySites = sites.flatMap((source) => {
    const said = saidBy(source, person, teams);
    return said === undefined ? [] : [{ said, source }];
  });
  const [strongest] = bySites.sort(
    (one, other) =>
      computeStrength(other.said.role) - computeStrength(one.said.role) ||
      means.indexOf(one.said.by) - means.indexOf(other.said.by),
  );
  if (strongest !== undefined) return from("site", strongest.source, strongest.said);
  for (const source of above) {
    const said = saidBy(source, person, teams);
    if (said !== undefined) return from("collection", source, said);
  }
  return byOrganization;
}

const means: readonly Said["by"][] = ["direct", "team", "level"];

/** Higher is stronger; 0 is no access. */
export function computeStrength(role: string | null): number {
  const weaker: readonly (string | null)[] = roles.toReversed();
  return weaker.indexOf(role) + 1;
}

function from(via: "site" | "collection", { thing }: Source, said: Said): Decision {
  const { kind, id, title } = thing;
  const { role, by, team } = said;
  return { role, reason: { via, from: { kind, id, title }, by, ...(team && { team }) } };
}

function saidBy(
  { thing: { level }, grants }: Source,
  { id, role }: Person,
  teams: Line["teams"],
): Said | undefined {
  const direct = grants?.users.get(id);
  if (direct !== undefined) return { role: direct.role, by: "direct" };
  let strongest: Said | undefined;
  // Of several teams with one role it is always the same, by its id.
  for (const [teamId, granted] of [...(grants?.teams ?? [])].sort(byKey)) {
    if (!teams.get(teamId)?.has(id)) continue;
    if (strongest !== undefined && computeStrength(granted.role) <= computeStrength(strongest.role))
      continue;
    strongest = { role: granted.role, by: "team", team: { id: teamId, title: granted.title } };
  }
  if (strongest !== undefined) return strongest;
  if (level === "inherit") return undefined;
  // Guests get nothing from levels.
  return { role: role === null ? null : level, by: "level" };
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
