/** Reference model of members and permissions: the expected responses to a sequence of requests. */
import { type AccessLevel, isAtLeast, type Role } from "../../../src/contract/roles.ts";
import {
  type Content,
  canSeeTeam,
  expected,
  isManaged,
  type Model,
  roleIn,
  type TeamRole,
  toldMembers,
  toldTeams,
  withGrant,
  withMember,
  withNewMember,
  withTeam,
} from "./people-model-parts.ts";
import type { Done } from "./rounds.ts";

/** A request, with the ids in it. */
export type Asked = { readonly who: string } & (
  | { readonly does: "list members" | "list teams" }
  | { readonly does: "look"; readonly content: Content }
  | { readonly does: "set role"; readonly user: string; readonly role: Role | null }
  | { readonly does: "remove member"; readonly user: string }
  | { readonly does: "invite"; readonly users: readonly string[]; readonly role: Role | null }
  | { readonly does: "accept" }
  | {
      readonly does: "make link";
      readonly role: Role | null;
      readonly to: { readonly content: Content; readonly level: Role } | undefined;
    }
  | { readonly does: "take link" | "drop link"; readonly link: string }
  | { readonly does: "make team"; readonly title: string; readonly users: readonly string[] }
  | { readonly does: "rename team"; readonly team: string; readonly title: string }
  | { readonly does: "drop team"; readonly team: string }
  | {
      readonly does: "change team";
      readonly team: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
      readonly roles: Readonly<Record<string, TeamRole>>;
    }
  | {
      readonly does: "join team";
      readonly team: string;
      readonly user: string;
      readonly role: TeamRole;
    }
  | { readonly does: "leave team"; readonly team: string; readonly user: string }
  | {
      readonly does: "grant";
      readonly content: Content;
      readonly users: readonly string[];
      readonly teams: readonly string[];
      readonly role: Role;
    }
  | {
      readonly does: "grant otherwise";
      readonly content: Content;
      /** The kind of holder that the request specifies, which may be wrong. */
      readonly kind: "user" | "team";
      readonly holder: string;
      readonly role: Role;
    }
  | {
      readonly does: "take back";
      readonly content: Content;
      readonly kind: "user" | "team";
      readonly holder: string;
    }
  | { readonly does: "set level"; readonly content: Content; readonly level: AccessLevel | null }
);

/** The model after a request; undefined if the response differs from the model's. */
export function after(model: Model, { asked, status, body }: Done<Asked>): Model | undefined {
  const { who } = asked;
  const { members, teams, links } = model;
  const refused = (wanted: number) => (status === wanted ? model : undefined);
  const done = (wanted: number, next: Model, said?: unknown) =>
    status === wanted && (said === undefined || JSON.stringify(said) === JSON.stringify(body))
      ? next
      : undefined;
  if (asked.does === "take link") return afterTaking(model, who, asked.link, status);
  if (asked.does === "accept") {
    const role = model.invitations.get(who);
    return role === undefined ? refused(403) : done(200, withNewMember(model, who, role));
  }
  const own = members.get(who);
  if (own === undefined) return refused(404);
  switch (asked.does) {
    case "list members":
      return isAtLeast(own, "read") ? done(200, model, toldMembers(model)) : refused(403);
    case "list teams":
      return isAtLeast(own, "read") ? done(200, model, toldTeams(model, who)) : refused(403);
    case "look": {
      const role = roleIn(model, asked.content, who);
      return role === null ? refused(404) : done(200, model, role);
    }
    case "set role": {
      const { user, role } = asked;
      if (own !== "admin") return refused(403);
      if (!members.has(user)) return refused(404);
      if (role !== "admin" && isLastAdmin(model, user)) return refused(409);
      return done(200, withMember(model, user, role), role);
    }
    case "remove member": {
      const { user } = asked;
      if (user !== who && own !== "admin") return refused(403);
      if (!members.has(user)) return refused(204);
      return isLastAdmin(model, user) ? refused(409) : done(205, withMember(model, user));
    }
    case "invite": {
      if (own !== "admin") return refused(403);
      const added = asked.users.filter((user) => !members.has(user));
      const invitations = new Map(model.invitations);
      for (const user of added) invitations.set(user, asked.role);
      return done(200, { ...model, invitations }, added.length);
    }
    case "make link": {
      if (own !== "admin") return refused(403);
      const { role, to } = asked;
      const link = to ? { ...to, role: null } : { role };
      return done(201, { ...model, links: new Map(links).set(String(body), link) });
    }
    case "drop link": {
      if (own !== "admin") return refused(403);
      if (!links.has(asked.link)) return refused(204);
      const left = new Map(links);
      left.delete(asked.link);
      return done(205, { ...model, links: left });
    }
    case "make team": {
      if (own !== "admin") return refused(403);
      if (!asked.users.every((user) => members.has(user))) return refused(400);
      const roles = asked.users.map((user) => [user, user === who ? "owner" : "member"] as const);
      return done(201, withTeam(model, String(body), asked.title, new Map(roles)));
    }
    case "rename team":
    case "drop team":
    case "change team":
    case "join team":
    case "leave team":
      return afterTeam(model, asked, status);
    case "grant":
    case "grant otherwise":
    case "take back":
    case "set level": {
      const { content } = asked;
      const role = roleIn(model, content, who);
      if (role === null) return refused(404);
      if (role !== "admin") return refused(403);
      if (asked.does === "set level") {
        return done(200, { ...model, levels: new Map(model.levels).set(content, asked.level) });
      }
      if (asked.does === "grant") {
        const areThere =
          asked.users.every((user) => members.has(user)) &&
          asked.teams.every((team) => teams.has(team));
        const holders = [...asked.users, ...asked.teams];
        if (!areThere || holders.length === 0) return refused(400);
        return done(
          204,
          holders.reduce((now, one) => withGrant(now, content, one, asked.role), model),
        );
      }
      const { kind, holder } = asked;
      const isMeant = teams.has(holder) === (kind === "team");
      const isThere = isMeant && model.grants.has(`${content} ${holder}`);
      if (asked.does === "take back") {
        return isThere ? done(205, withGrant(model, content, holder)) : refused(204);
      }
      return isThere ? done(204, withGrant(model, content, holder, asked.role)) : refused(404);
    }
  }
}

type OfTeam = Extract<Asked, { readonly team: string }>;

function afterTeam(model: Model, asked: OfTeam, status: number): Model | undefined {
  const { members, teams } = model;
  const { who, team } = asked;
  const there = teams.get(team);
  if (!there || !canSeeTeam(model, team, who)) {
    return expected(status, asked.does === "drop team" ? 204 : 404, model);
  }
  const { title } = there;
  const isLeaving = asked.does === "leave team" && asked.user === who;
  if (!isLeaving && !isManaged(model, team, who)) return expected(status, 403, model);
  const roles = new Map(there.members);
  switch (asked.does) {
    case "rename team":
      return expected(status, 200, withTeam(model, team, asked.title, roles));
    case "drop team":
      return expected(status, 205, withTeam(model, team));
    case "change team": {
      const named = [...asked.add, ...Object.keys(asked.roles)];
      if (!named.every((user) => members.has(user))) return expected(status, 400, model);
      for (const user of asked.add) if (!roles.has(user)) roles.set(user, "member");
      for (const [user, role] of Object.entries(asked.roles)) roles.set(user, role);
      for (const user of asked.remove) roles.delete(user);
      return expected(status, 204, withTeam(model, team, title, roles));
    }
    case "join team":
      if (!members.has(asked.user)) return expected(status, 404, model);
      roles.set(asked.user, asked.role);
      return expected(status, 204, withTeam(model, team, title, roles));
    case "leave team":
      if (!roles.delete(asked.user)) return expected(status, 204, model);
      return expected(status, 205, withTeam(model, team, title, roles));
  }
}

/** Members keep their role; guests get the role of the link. Existing grants are kept unless the link gives a stronger one. */
function afterTaking(model: Model, who: string, id: string, status: number): Model | undefined {
  const link = model.links.get(id);
  if (!link) return expected(status, 404, model);
  const joined = model.members.has(who)
    ? withMember(model, who, model.members.get(who) ?? link.role)
    : withNewMember(model, who, link.role);
  const { content, level } = link;
  if (content === undefined || level === undefined) return expected(status, 200, joined);
  const granted = model.grants.get(`${content} ${who}`) ?? null;
  const gained = isAtLeast(granted, level) ? joined : withGrant(joined, content, who, level);
  return expected(status, 200, gained);
}

function isLastAdmin({ members }: Model, user: string): boolean {
  const admins = [...members].filter(([, role]) => role === "admin");
  return admins.length === 1 && admins[0]?.[0] === user;
}
