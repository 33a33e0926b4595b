/** Operations on pending invitations by email. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";

const organizationId = id("org");

export const list = endpoint({
  summary: "List the invitations that you have not answered",
  operation: "listInvitationsForAuthenticatedUser",
  route: "GET /user/invitations",
  input: { ...paging },
  output: () => import("./invitation.model.ts").then((m) => m.invitations),
  list: true,
  localOnly: true,
});

export const accept = endpoint({
  summary: "Accept an invitation to an organization",
  operation: "acceptInvitation",
  route: "POST /orgs/{organizationId}/invitation",
  input: { organizationId },
  output: () => import("./organization.model.ts").then((m) => m.organization),
  localOnly: true,
});

export const decline = endpoint({
  summary: "Decline an invitation to an organization",
  operation: "declineInvitation",
  route: "DELETE /orgs/{organizationId}/invitation",
  input: { organizationId },
  localOnly: true,
});

export const pending = endpoint({
  summary: "List the users who have not answered an invitation yet",
  operation: "listOrganizationInvitations",
  route: "GET /orgs/{organizationId}/invitations",
  input: { organizationId, ...paging },
  output: () => import("./invitation.model.ts").then((m) => m.invitations),
  list: true,
  localOnly: true,
});

export const withdraw = endpoint({
  summary: "Withdraw an invitation that was not answered yet",
  operation: "withdrawOrganizationInvitation",
  route: "DELETE /orgs/{organizationId}/invitations/{userId}",
  input: { organizationId, userId: id("user") },
  localOnly: true,
});
