/** What the model of an organization is made of, and what it shows. */
import { atLeast, type Level, type Role, roles } from "../../src/contract/roles.ts";

/** A collection, a space in it, and a space at the top level. */
export const contents = ["collection", "inner", "outer"] as const;
export type Content = (typeof contents)[number];
export type TeamRole = "owner" | "member";

interface Link {
  /** Of those who join by it. */
  readonly role: Role | null;
  readonly content?: Content;
  readonly level?: Role;
}

interface Team {
  readonly title: string;
  readonly members: ReadonlyMap<string, TeamRole>;
}

export interface Model {
  /** Everybody who may ask, members or not. */
  readonly people: readonly string[];
  /** Who created all content. */
  readonly creator: string;
  readonly members: ReadonlyMap<string, Role | null>;
  /** The roles in which people are invited who have not accepted. */
  readonly invitations: ReadonlyMap<string, Role | null>;
  readonly links: ReadonlyMap<string, Link>;
  readonly teams: ReadonlyMap<string, Team>;
  /** By `content holder`. */
  readonly grants: ReadonlyMap<string, Role>;
  readonly levels: ReadonlyMap<Content, Level | null>;
}

/** All there is, as a text that is the same for the same state. */
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

/** What the list of members says of each. */
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

/** What the list of teams says of each to someone. */
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

/** Those whose grants count there: a thing, and what holds it if it inherits. */
function ledBy({ levels }: Model, content: Content): readonly Content[] {
  return levels.get(content) === "inherit" ? linesOf(content) : [content];
}

/** A thing, and what holds it. */
function linesOf(content: Content): readonly Content[] {
  return content === "inner" ? ["inner", "collection"] : [content];
}

/** What somebody may do there, which the nearest that says something decides; null if they do not see it. */
export function roleIn(model: Model, content: Content, who: string): Role | null {
  const member = model.members.get(who);
  if (member === undefined || member === "admin") return member ?? null;
  const teams = [...model.teams].filter(([, team]) => team.members.has(who)).map(([id]) => id);
  for (const line of linesOf(content)) {
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
  return teams.get(team)?.members.has(who) === true || atLeast(members.get(who) ?? null, "read");
}

/** The next model, if the answer was as expected. */
export function expected(status: number, wanted: number, next: Model): Model | undefined {
  return status === wanted ? next : undefined;
}

/** Gives a member a role; without one they leave, and lose their teams and grants too. */
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

/** Somebody joins with a role, or with that of their invitation if it is stronger; it is used up. */
export function withNewMember(model: Model, user: string, role: Role | null): Model {
  const invited = model.invitations.get(user) ?? null;
  const invitations = new Map(model.invitations);
  invitations.delete(user);
  const stronger = roles.find((one) => one === role || one === invited) ?? null;
  return withMember({ ...model, invitations }, user, stronger);
}

/** A team; without a title it is no more, nor what was granted to it. */
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

/** What is granted to someone there; nothing without a role. */
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
