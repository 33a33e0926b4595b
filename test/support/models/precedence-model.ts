/** Reference model of role precedence, which evaluates the rules one by one. */
import type { AccessLevel, Role } from "../../../src/contract/roles.ts";
import { roles } from "../../../src/contract/roles.ts";

export interface ModelThing {
  readonly id: string;
  level: AccessLevel | null;
  readonly creator: string;
  /** Grants by user or team id. */
  readonly grants: Map<string, Role>;
}

export interface ModelCollection extends ModelThing {
  parent: ModelCollection | undefined;
}

export interface ModelSpace extends ModelThing {
  parent: ModelCollection | undefined;
  readonly sites: Set<ModelThing>;
}

export interface ModelOrganization {
  /** Roles by member id; null for guests. */
  readonly members: Map<string, Role | null>;
  /** Members by team id. */
  readonly teams: Map<string, ReadonlySet<string>>;
  readonly collections: readonly ModelCollection[];
  readonly spaces: readonly ModelSpace[];
  readonly sites: readonly ModelThing[];
}

/** The role that a resource itself gives: a role, null for no access, or undefined if it inherits. */
type Said = Role | null | undefined;

export function roleInSpace(model: ModelOrganization, who: string, space: ModelSpace): Role | null {
  const own = model.members.get(who) ?? null;
  if (own === "admin") return own;
  const said = saidBy(model, who, space, true);
  if (said !== undefined) return said;
  const bySites = [...space.sites].map((site) => saidBy(model, who, site, false));
  const decisive = bySites.filter((one) => one !== undefined);
  if (decisive.length > 0) return strongest(decisive);
  return space.parent ? roleInCollection(model, who, space.parent) : own;
}

export function roleInCollection(
  model: ModelOrganization,
  who: string,
  collection: ModelCollection,
): Role | null {
  const own = model.members.get(who) ?? null;
  if (own === "admin") return own;
  const said = saidBy(model, who, collection, true);
  if (said !== undefined) return said;
  return collection.parent ? roleInCollection(model, who, collection.parent) : own;
}

export function roleOnSite(model: ModelOrganization, who: string, site: ModelThing): Role | null {
  const own = model.members.get(who) ?? null;
  if (own === "admin") return own;
  const said = saidBy(model, who, site, false);
  return said === undefined ? own : said;
}

/** The number of spaces in the team list: those in which the team's grants apply. */
export function spacesOfTeam({ spaces }: ModelOrganization, team: string): number {
  return spaces.filter((space) => {
    if (space.grants.has(team)) return true;
    if (space.level !== "inherit") return false;
    if ([...space.sites].some((site) => site.grants.has(team))) return true;
    if ([...space.sites].some((site) => site.level !== "inherit")) return false;
    for (let at = space.parent; at; at = at.parent) {
      if (at.grants.has(team)) return true;
      if (at.level !== "inherit") return false;
    }
    return false;
  }).length;
}

function saidBy(
  { members, teams }: ModelOrganization,
  who: string,
  { level, creator, grants }: ModelThing,
  hasCreator: boolean,
): Said {
  const direct = grants.get(who);
  if (direct !== undefined) return direct;
  const ofTeams = [...teams].flatMap(([id, inIt]) => (inIt.has(who) ? (grants.get(id) ?? []) : []));
  if (ofTeams.length > 0) return strongest(ofTeams);
  if (level === "inherit") return undefined;
  const own = members.get(who) ?? null;
  if (own === null) return null;
  if (level !== null) return level;
  return hasCreator && creator === who ? own : null;
}

function strongest(some: readonly (Role | null)[]): Role | null {
  return roles.find((role) => some.includes(role)) ?? null;
}
