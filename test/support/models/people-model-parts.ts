/** Building blocks of the reference model of an organization, and its responses. */
import { type AccessLevel, isAtLeast, type Role, roles } from "../../../src/contract/roles.ts";

/** A collection, a space in it, and a space at the top level. */
export const contents = ["collection", "inner", "outer"] as const;
export type Content = (typeof contents)[number];
export type TeamRole = "owner" | "member";

interface Link {
  /** The role of members who join by the link. */
  readonly role: Role | null;
  readonly content?: Content;
  readonly level?: Role;
}

interface Team {
  readonly title: string;
  readonly members: ReadonlyMap<string, TeamRole>;
}

export interface Model {
  /** All callers, including non-members. */
  readonly people: readonly string[];
  /** The creator of all content. */
  readonly creator: string;
  readonly members: ReadonlyMap<string, Role | null>;
  /** The roles of pending invitations. */
  readonly invitations: ReadonlyMap<string, Role | null>;
  readonly links: ReadonlyMap<string, Link>;
  readonly teams: ReadonlyMap<string, Team>;
  /** By `content holder`. */
  readonly grants: ReadonlyMap<string, Role>;
  readonly levels: ReadonlyMap<Content, AccessLevel | null>;
}

/** A canonical text of the state. */
export function told({ members, invitations, links, teams, grants, levels }: Model): string {
  const told = {
    members: [...members].map((one) => one.join(" ")),
    invitations: [...invitations].map((one) => one.join(" ")),
    links: [...links].map(([id, { role, level }]) => `${id} ${role} ${level ?? null}`),
    teams: [...teams].map(([id, { title }]) => `${id} ${title}`),
    inTeams: [...teams].flatMap(([id, team]) =>
      [...team.members].map((one) => [id, ...one].join(" ")),
    ),
    grants: [...grants].map((one) => one.join(" ")),
    levels: [...levels].map((one) => one.join(" ")),
  };
  return JSON.stringify(
    Object.fromEntries(Object.entries(told).map(([name, lines]) => [name, lines.toSorted()])),
  );
}

/** The items of the member list. */
export function toldMembers(model: Model): string[] {
  const { members, teams } = model;
  return [...members]
    .map(([user, role]) => {
      const spaces = spacesIn((space) => roleIn(model, space, user) !== null);
      const own = [...teams.values()].filter((team) => team.members.has(user));
      return `${user} ${role} ${spaces} ${own.length}`;
    })
    .toSorted();
}

/** The items of the team list for a caller. */
export function toldTeams(model: Model, who: string): string[] {
  const { teams, grants } = model;
  return [...teams]
    .map(([id, { title, members }]) => {
      const spaces = spacesIn((space) =>
        ledBy(model, space).some((content) => grants.has(`${content} ${id}`)),
      );
      return `${id} ${title} ${members.size} ${spaces} ${isManaged(model, id, who)}`;
    })
    .toSorted();
}

function spacesIn(counts: (space: Content) => boolean): number {
  return (["inner", "outer"] as const).filter(counts).length;
}

/** The resources whose grants apply: the resource itself, and its parent if it inherits. */
function ledBy({ levels }: Model, content: Content): readonly Content[] {
  return levels.get(content) === "inherit" ? listLines(content) : [content];
}

/** A resource and its parents. */
function listLines(content: Content): readonly Content[] {
  return content === "inner" ? ["inner", "collection"] : [content];
}

/** The role of a user in a resource, which the most specific setting determines; null without access. */
export function roleIn(model: Model, content: Content, who: string): Role | null {
  const member = model.members.get(who);
  if (member === undefined || member === "admin") return member ?? null;
  const teams = [...model.teams].filter(([, team]) => team.members.has(who)).map(([id]) => id);
  for (const line of listLines(content)) {
    const direct = model.grants.get(`${line} ${who}`);
    if (direct !== undefined) return direct;
    const ofTeams = teams.flatMap((team) => model.grants.get(`${line} ${team}`) ?? []);
    const strongest = roles.find((role) => ofTeams.includes(role));
    if (strongest !== undefined) return strongest;
    const level = model.levels.get(line) ?? null;
    if (level === "inherit") continue;
    if (member === null) return null;
    return level ?? (model.creator === who ? member : null);
  }
  return member;
}

export function isManaged({ members, teams }: Model, team: string, who: string): boolean {
  return members.get(who) === "admin" || teams.get(team)?.members.get(who) === "owner";
}

export function canSeeTeam({ members, teams }: Model, team: string, who: string): boolean {
  return teams.get(team)?.members.has(who) === true || isAtLeast(members.get(who) ?? null, "read");
}

/** The next model, if the response was as expected. */
export function expected(status: number, wanted: number, next: Model): Model | undefined {
  return status === wanted ? next : undefined;
}

/** Sets the role of a member. Without a role, removes the member with their teams and grants. */
export function withMember(model: Model, user: string, role?: Role | null): Model {
  const members = new Map(model.members);
  if (role !== undefined) return { ...model, members: members.set(user, role) };
  members.delete(user);
  const teams = [...model.teams].map(([id, { title, members }]) => {
    const left = new Map(members);
    left.delete(user);
    return [id, { title, members: left }] as const;
  });
  return withoutHolder({ ...model, members, teams: new Map(teams) }, user);
}

/** Adds a member with the stronger of a role and the role of their invitation, which is consumed. */
export function withNewMember(model: Model, user: string, role: Role | null): Model {
  const invited = model.invitations.get(user) ?? null;
  const invitations = new Map(model.invitations);
  invitations.delete(user);
  const stronger = roles.find((one) => one === role || one === invited) ?? null;
  return withMember({ ...model, invitations }, user, stronger);
}

/** Sets a team. Without a title, removes the team and its grants. */
export function withTeam(
  model: Model,
  id: string,
  title?: string,
  members: ReadonlyMap<string, TeamRole> = new Map(),
): Model {
  const teams = new Map(model.teams);
  if (title !== undefined) return { ...model, teams: teams.set(id, { title, members }) };
  teams.delete(id);
  return withoutHolder({ ...model, teams }, id);
}

/** Sets a grant. Without a role, removes it. */
export function withGrant(model: Model, content: Content, holder: string, role?: Role): Model {
  const grants = new Map(model.grants);
  if (role === undefined) grants.delete(`${content} ${holder}`);
  else grants.set(`${content} ${holder}`, role);
  return { ...model, grants };
}

function withoutHolder(model: Model, holder: string): Model {
  const grants = [...model.grants].filter(([key]) => !key.endsWith(` ${holder}`));
  return { ...model, grants: new Map(grants) };
}
