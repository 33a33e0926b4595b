/** Who may do what: the one resolver behind every check and every `permissions` object. */
import { atLeast, type Role } from "../contract/roles.ts";
import { Problem } from "../errors.ts";
import type { ResolvedLevel } from "./database/tables.ts";
import type { Call } from "./handlers.ts";

/** How someone belongs to an organization. */
export interface Membership {
  /** Null is a guest, who may see the organization and nothing in it. */
  readonly role: Role | null;
}

/**
 * What a member may do in a collection or space where `level` holds.
 * @param member the role in the organization, null for a guest
 * @returns null where he may not even see it
 */
export function roleUnder(level: ResolvedLevel, member: Role | null): Role | null {
  if (member === null || member === "admin") return member;
  if (level === "none") return null;
  return level === "member" ? member : level;
}

/** The caller's membership; absent for strangers and for members who are disabled. */
export async function membershipIn(
  call: Call,
  organizationId: string,
): Promise<Membership | undefined> {
  return call.db
    .selectFrom("members")
    .select("role")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", call.caller)
    .where("disabled", "=", 0)
    .executeTakeFirst();
}

/** @throws Problem 404 where the organization is unknown or the caller is not in it */
export async function requireMembership(call: Call, organizationId: string): Promise<Membership> {
  const membership = await membershipIn(call, organizationId);
  if (!membership) throw unseen("organization", organizationId, "organizationId");
  return membership;
}

/** The answer to an id that is unknown, or known and none of the caller's business: the same one. */
export function unseen(kind: "organization" | "collection" | "space", id: string, field: string) {
  return new Problem(404, `There is no ${kind} ${id} that you may see; check the id.`, { field });
}

/**
 * @param deed what is attempted, to begin the sentence: "Deleting a space"
 * @param where what the role is held on: "on it", "in the organization"
 * @throws Problem 403 that says which role is needed and which the caller has
 */
export function demand(role: Role | null, needed: Role, deed: string, where = "on it"): void {
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

/** @param membership absent for someone who is not in the organization */
export function organizationPermissions(membership: Membership | undefined) {
  const role = membership?.role ?? null;
  return {
    view: membership !== undefined,
    admin: atLeast(role, "admin"),
    ownTeam: false,
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
