/**
 * Computation of the role of a user in a resource from grants and default levels. The nearest grant or level
 * takes precedence, not the highest one. The result explains the role that the platform reports, or replaces
 * it if the platform does not report access.
 */
import { roles } from "../../contract/roles.ts";
import type { AccessChain, AccessResource, GrantSource } from "./resources.ts";

/** Sources of a role, in order of precedence. */
export type RoleSource =
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
  readonly via: RoleSource;
  /** The site or collection with the grant or level, and its kind. */
  readonly from?: Pick<AccessResource, "kind" | "id" | "title">;
  readonly by?: "direct" | "team" | "level";
  readonly team?: { readonly id: string; readonly title: string };
}

export interface RoleDecision {
  /** Null for no access. */
  readonly role: string | null;
  readonly reason: Reason;
}

export interface AccessUser {
  readonly id: string;
  /** The role in the organization; null for a guest. */
  readonly role: string | null;
}

/** Grant or level of a single resource that applies to a user. */
interface GrantMatch {
  readonly role: string | null;
  readonly by: "direct" | "team" | "level";
  readonly team?: { readonly id: string; readonly title: string };
}

/** @param line of the resource; unread parts are ignored */
export function decide(
  { own, sites, above, teams }: AccessChain,
  person: AccessUser,
): RoleDecision {
  const byOrganization: RoleDecision = { role: person.role, reason: { via: "organization role" } };
  if (person.role === "admin") return byOrganization;
  const direct = findGrant(own, person, teams);
  if (direct !== undefined) {
    const { role, by, team } = direct;
    return { role, reason: { via: by, ...(team && { team }) } };
  }
  const bySites = sites.flatMap((source) => {
    const match = findGrant(source, person, teams);
    return match === undefined ? [] : [{ match, source }];
  });
  const [strongest] = bySites.sort(
    (one, other) =>
      computeStrength(other.match.role) - computeStrength(one.match.role) ||
      precedence.indexOf(one.match.by) - precedence.indexOf(other.match.by),
  );
  if (strongest !== undefined) return from("site", strongest.source, strongest.match);
  for (const source of above) {
    const match = findGrant(source, person, teams);
    if (match !== undefined) return from("collection", source, match);
  }
  return byOrganization;
}

const precedence: readonly GrantMatch["by"][] = ["direct", "team", "level"];

/** Rank of a role; 0 is no access. */
export function computeStrength(role: string | null): number {
  const weaker: readonly (string | null)[] = roles.toReversed();
  return weaker.indexOf(role) + 1;
}

function from(via: "site" | "collection", { thing }: GrantSource, match: GrantMatch): RoleDecision {
  const { kind, id, title } = thing;
  const { role, by, team } = match;
  return { role, reason: { via, from: { kind, id, title }, by, ...(team && { team }) } };
}

function findGrant(
  { thing: { level }, grants }: GrantSource,
  { id, role }: AccessUser,
  teams: AccessChain["teams"],
): GrantMatch | undefined {
  const direct = grants?.users.get(id);
  if (direct !== undefined) return { role: direct.role, by: "direct" };
  let strongest: GrantMatch | undefined;
  // Sorting by id makes the choice between teams with the same role deterministic.
  for (const [teamId, grant] of [...(grants?.teams ?? [])].sort(compareKeys)) {
    if (!teams.get(teamId)?.has(id)) continue;
    if (strongest !== undefined && computeStrength(grant.role) <= computeStrength(strongest.role))
      continue;
    strongest = { role: grant.role, by: "team", team: { id: teamId, title: grant.title } };
  }
  if (strongest !== undefined) return strongest;
  if (level === "inherit") return undefined;
  // Default levels do not apply to guests.
  return { role: role === null ? null : level, by: "level" };
}

function compareKeys(
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number {
  return one < other ? -1 : 1;
}
