/** Handlers for pending invitations, used by the invited user and by admins. */
import type * as contract from "../../../../contract/invitation.ts";
import { authorize, findMembership, requireMembership } from "../../../core/access/access.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { presentOrganization, presentToStranger } from "../../../core/rows/organization-rows.ts";
import { enroll } from "../members/enroll.ts";
import { deleteInvitation, listInvitations, requireInvitation } from "./invitation-rows.ts";

export const handlers = {
  async list(paging, call) {
    const list = `invitations of user ${call.caller}`;
    return listInvitations(call, ["user_id", call.caller], { ...paging, list });
  },

  async accept({ organizationId }, call) {
    const { role } = await requireInvitation(call, organizationId, "acceptInvitation");
    const organization = await call.db
      .selectFrom("organizations")
      .selectAll()
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    await enroll(call, organization, { user: call.caller, role });
    const membership = await findMembership(call, organizationId);
    return membership
      ? presentOrganization(organization, membership, call.base)
      : presentToStranger(organization, undefined, call.base);
  },

  async decline({ organizationId }, call) {
    await requireInvitation(call, organizationId, "declineInvitation");
    return deleteInvitation(call.db, organizationId, call.caller);
  },

  async pending({ organizationId, ...paging }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "listOrganizationInvitations");
    const list = `invitations of organization ${organizationId}`;
    return listInvitations(call, ["organization_id", organizationId], { ...paging, list });
  },

  async withdraw({ organizationId, userId }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "withdrawOrganizationInvitation");
    return deleteInvitation(call.db, organizationId, userId);
  },
} satisfies Handlers<typeof contract>;
