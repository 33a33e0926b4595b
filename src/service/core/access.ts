/** Who may do what: the one resolver behind every check and every `permissions` object. */
import { type RawBuilder, sql } from "kysely";
import { atLeast, type Role } from "../../contract/roles.ts";
import { Problem } from "../../errors.ts";
import { prepared } from "../database/prepared.ts";
import type { ResolvedLevel } from "../database/tables.ts";
import { roleOfStrength } from "./grants.ts";
import type { Call } from "./handlers.ts";

/** How someone belongs to an organization. */
export interface Membership {
  /** Null is a guest, who may see the organization and what is granted to him in it. */
  readonly role: Role | null;
  /** 1 where he owns a team of it; the column of `ownsTeam`. */
  readonly owns_team: number;
}

/** What decides in a collection or space: its level, and what is granted to the one who asks. */
export interface Ruled {
  readonly resolved_level: ResolvedLevel;
  /** The column of `grantedTo`. */
  readonly granted: number | null;
}

/**
 * What a member may do in a collection or space: what its level gives him, or what is granted to
 * him or to a team of his, whichever is stronger. As a condition of a query it is `visibleTo`.
 * @param member his role in the organization, null for a guest
 * @returns null where he may not even see it
 */
export function roleIn(thing: Ruled, member: Role | null): Role | null {
  const byLevel = roleByLevel(thing.resolved_level, member);
  const granted = roleOfStrength(thing.granted);
  return granted === null || atLeast(byLevel, granted) ? byLevel : granted;
}

function roleByLevel(level: ResolvedLevel, member: Role | null): Role | null {
  if (member === null || member === "admin") return member;
  if (level === "none") return null;
  return level === "member" ? member : level;
}

/** Whether the member of each row of `members` owns a team of that organization, as 0 or 1. */
export const ownsTeam: RawBuilder<number> = sql`case when exists (
  select 1 from team_members join teams on teams.id = team_members.team_id
  where team_members.user_id = members.user_id and team_members.role = 'owner'
    and teams.organization_id = members.organization_id
) then 1 else 0 end`;

const memberships = prepared(["organizationId", "caller"], (db, { organizationId, caller }) =>
  db
    .selectFrom("members")
    .select(["role", ownsTeam.as("owns_team")])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", caller)
    .where("disabled", "=", 0),
);

/** The caller's membership; absent for strangers and for members who are disabled. */
export async function membershipIn(
  { db, caller }: Pick<Call, "db" | "caller">,
  organizationId: string,
): Promise<Membership | undefined> {
  const [membership] = await memberships(db, { organizationId, caller });
  return membership;
}

/** @throws Problem 404 where the organization is unknown or the caller is not in it */
export async function requireMembership(call: Call, organizationId: string): Promise<Membership> {
  const membership = await membershipIn(call, organizationId);
  if (!membership) throw notFound("organization", organizationId, "organizationId");
  return membership;
}

/**
 * The answer to an id that is unknown, or known and none of the caller's business: the same one.
 * @param kind what it would be the id of: "space"
 */
export function notFound(kind: string, id: string, field: string): Problem {
  return new Problem(404, `There is no ${kind} ${id} that you may see; check the id.`, { field });
}

/**
 * @param deed what is attempted, to begin the sentence: "Deleting a space"
 * @param where what the role is held on: "on it", "in the organization"
 * @throws Problem 403 that says which role is needed and which the caller has
 */
export function authorize(role: Role | null, needed: Role, deed: string, where = "on it"): void {
  if (atLeast(role, needed)) return;
  const held = role === null ? "you have none" : `yours is ${role}`;
  throw new Problem(403, `${deed} needs the role ${needed} ${where}, and ${held}.`);
}

export function spacePermissions(role: Role | null) {
  return {
    view: atLeast(role, "read"),
    access: atLeast(role, "read"),
    admin: atLeast(role, "admin"),
    viewInviteLinks: atLeast(role, "admin"),
    edit: atLeast(role, "edit"),
    triggerGitSync: atLeast(role, "create"),
    comment: atLeast(role, "comment"),
    merge: atLeast(role, "review"),
    review: atLeast(role, "review"),
    installIntegration: atLeast(role, "admin"),
  };
}

export function collectionPermissions(role: Role | null) {
  return {
    view: atLeast(role, "read"),
    admin: atLeast(role, "admin"),
    viewInviteLinks: atLeast(role, "admin"),
    create: atLeast(role, "create"),
  };
}

/** Specifications belong to an organization and have no level of their own. */
export function specificationPermissions(role: Role | null) {
  return { view: true, edit: atLeast(role, "create") };
}

/** @param membership absent for someone who is not in the organization */
export function organizationPermissions(membership: Membership | undefined) {
  const role = membership?.role ?? null;
  return {
    view: membership !== undefined,
    access: membership !== undefined,
    admin: atLeast(role, "admin"),
    ownTeam: membership?.owns_team === 1,
    createContent: atLeast(role, "create"),
    createOpenAPISpec: atLeast(role, "create"),
    ingestConversations: atLeast(role, "create"),
    viewBilling: atLeast(role, "admin"),
    listMembers: role !== null,
    listTeams: role !== null,
    listIntegrations: role !== null,
    listInstallations: atLeast(role, "admin"),
    installIntegration: atLeast(role, "admin"),
  };
}
