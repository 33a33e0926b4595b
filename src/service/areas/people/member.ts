/** The handlers of members. */
import type * as contract from "../../../contract/member.ts";
import { authorize, requireMembership } from "../../core/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { changeRole, removeMember } from "./member-changes.ts";
import { membersOfOrganization } from "./member-list.ts";
import { existingMember, presentMember, requireMember, selectMembers } from "./member-rows.ts";
import { spacesOfMember } from "./member-spaces.ts";
import { teamsOfMember } from "./team-lists.ts";
import { visitorClaims } from "./visitor-claims.ts";

const where = "in the organization";

export const handlers = {
  list: atOneMoment(async (asked, call) => {
    const { role } = await requireMembership(call, asked.organizationId);
    authorize(role, "read", "Listing the members", where);
    return membersOfOrganization(call, asked);
  }),

  get: atOneMoment(async ({ organizationId, userId }, call) => {
    return presentMember(await requireMember(call, organizationId, userId), call.base);
  }),

  async update({ organizationId, userId, role: wanted }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "admin", "Changing the role of a member", where);
    const member = await existingMember(call.db, organizationId, userId);
    if (wanted === undefined) return presentMember(member, call.base);
    await changeRole(call.db, member, wanted);
    return presentMember(await existingMember(call.db, organizationId, userId), call.base);
  },

  /** Whoever is in an organization may leave it. */
  async remove({ organizationId, userId }, call) {
    const { role } = await requireMembership(call, organizationId);
    if (userId !== call.caller) authorize(role, "admin", "Removing a member", where);
    const member = await selectMembers(call.db, organizationId)
      .where("members.user_id", "=", userId)
      .executeTakeFirst();
    if (!member) return false;
    await removeMember(call.db, member);
    return true;
  },

  async sso({ organizationId, userId }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "admin", "Making a member sign in by single sign-on", where);
    await existingMember(call.db, organizationId, userId);
    await call.db
      .updateTable("members")
      .set({ sso: 1 })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", userId)
      .execute();
    return presentMember(await existingMember(call.db, organizationId, userId), call.base);
  },

  spaces: atOneMoment(async ({ organizationId, userId, ...asked }, call) => {
    const member = await requireMember(call, organizationId, userId);
    const { role } = await requireMembership(call, organizationId);
    return spacesOfMember(call, member, role, asked);
  }),

  teams: atOneMoment(async (asked, call) => {
    await requireMember(call, asked.organizationId, asked.userId);
    const { role } = await requireMembership(call, asked.organizationId);
    return teamsOfMember(call, role, asked);
  }),

  async ping({ organizationId }, call) {
    await requireMembership(call, organizationId);
    await call.db
      .updateTable("members")
      .set({ last_seen_at: call.now.toISOString() })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", call.caller)
      .execute();
    return { gitbookVisitorClaims: await visitorClaims(call, organizationId) };
  },
} satisfies Handlers<typeof contract>;
