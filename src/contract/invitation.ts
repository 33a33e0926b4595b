/** Operations on pending invitations by email. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";

const organizationId = id("org");

export const list = endpoint({
  does: "List the invitations that you have not answered",
  operation: "listInvitationsForAuthenticatedUser",
  route: "GET /user/invitations",
  input: { ...paging },
  output: () => import("./invitation.model.ts").then((m) => m.invitations),
  list: true,
  extension: true,
  own: true,
});

export const accept = endpoint({
  does: "Accept an invitation to an organization",
  operation: "acceptInvitation",
  route: "POST /orgs/{organizationId}/invitation",
  input: { organizationId },
  output: () => import("./organization.model.ts").then((m) => m.organization),
  extension: true,
  own: true,
});

export const decline = endpoint({
  does: "Decline an invitation to an organization",
  operation: "declineInvitation",
  route: "DELETE /orgs/{organizationId}/invitation",
  input: { organizationId },
  extension: true,
  own: true,
});

export const pending = endpoint({
  does: "List the users who have not answered an invitation yet",
  operation: "listOrganizationInvitations",
  route: "GET /orgs/{organizationId}/invitations",
  input: { organizationId, ...paging },
  output: () => import("./invitation.model.ts").then((m) => m.invitations),
  list: true,
  extension: true,
  own: true,
});

export const withdraw = endpoint({
  does: "Withdraw an invitation that was not answered yet",
  operation: "withdrawOrganizationInvitation",
  route: "DELETE /orgs/{organizationId}/invitations/{userId}",
  input: { organizationId, userId: id("user") },
  extension: true,
  own: true,
});
