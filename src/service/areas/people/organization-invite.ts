/** The handlers of invites to an organization; deleting one is in organization.ts. */
import type * as contract from "../../../contract/organization-invite.ts";
import { Problem } from "../../../errors.ts";
import { authorize, requireMembership } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { inviteByEmail } from "./invite-emails.ts";
import { acceptInvite, createInvite, invitesOfOrganization } from "./invite-links.ts";

export const handlers = {
  async list({ organizationId, ...asked }, call) {
    await asAdmin(call, organizationId, "Listing the invites");
    return invitesOfOrganization(call, organizationId, asked);
  },

  async create({ organizationId, ...wanted }, call) {
    const organization = await asAdmin(call, organizationId, "Creating an invite");
    if (organization.invite_links === 0) {
      throw new Problem(412, "The organization does not allow invite links; switch them on first.");
    }
    return createInvite(call, organizationId, wanted);
  },

  async users({ organizationId, ...asked }, call) {
    const organization = await asAdmin(call, organizationId, "Inviting people");
    return inviteByEmail(call, organization, asked);
  },

  async accept({ organizationId, inviteId }, call) {
    await acceptInvite(call, organizationId, inviteId);
    return {};
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 for a stranger, 403 for whoever is no admin */
async function asAdmin(
  call: Call,
  organizationId: string,
  deed: string,
): Promise<OrganizationTable> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, "admin", deed, "in the organization");
  return call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}
