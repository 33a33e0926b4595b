/** Operations on invites to an organization; the deletion of invites is in organization.ts. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, id, json, optional } from "./fields.ts";
import { createRoleField, inviteId } from "./people-fields.ts";

const loadModel = () => import("./organization-invite.model.ts").then((m) => m.invite);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadEmails = () => import("./organization-invite.model.ts").then((m) => m.invitedEmails);
const organizationId = id("org");

export const list = endpoint({
  summary: "List the invite links of an organization",
  operation: "listOrganizationInviteLinks",
  route: "GET /orgs/{organizationId}/link-invites",
  input: { organizationId, ...paging },
  output: () => import("./organization-invite.model.ts").then((m) => m.invites),
  list: true,
  secretMembers: ["id"],
  extension: true,
});

export const get = endpoint({
  summary: "Show an invite link of an organization",
  operation: "getOrganizationInviteLink",
  route: "GET /orgs/{organizationId}/link-invites/{inviteId}",
  input: { organizationId, inviteId },
  output: loadModel,
  secretMembers: ["id"],
  extension: true,
});

export const update = endpoint({
  summary: "Update an invite link's role",
  operation: "updateOrganizationInviteById",
  route: "PATCH /orgs/{organizationId}/link-invites/{inviteId}",
  input: {
    organizationId,
    inviteId,
    role: optional(createRoleField("Role in the organization, for an organization link")),
    level: optional(createRoleField("Role in the space or collection, for a link to one")),
  },
  output: loadModel,
  secretMembers: ["id"],
  extension: true,
});

export const create = endpoint({
  summary: "Create an invite link to an organization, space or collection",
  operation: "createOrganizationInvite",
  route: "POST /orgs/{organizationId}/link-invites",
  input: {
    organizationId,
    role: optional(createRoleField("Organization role of users who join")),
    level: optional(createRoleField("Space or collection role of users who join")),
    space: optional(id("space", "Space to invite to")),
    collection: optional(id("collection", "Collection to invite to")),
  },
  output: loadModel,
  status: 201,
  secretMembers: ["id"],
  extension: true,
});

export const users = endpoint({
  summary: "Invite users to an organization by email",
  operation: "inviteUsersToOrganization",
  route: "POST /orgs/{organizationId}/invites",
  input: {
    organizationId,
    emails: json(loadEmails, "Email addresses, or objects with email and role"),
    role: optional(createRoleField("Default role of the invited users")),
    sso: optional(boolean("Require single sign-on for the invited users")),
  },
  output: () => import("./organization-invite.model.ts").then((m) => m.invitedUsers),
  extension: true,
});

export const accept = endpoint({
  summary: "Join an organization by an invite link",
  operation: "joinOrganizationWithInvite",
  route: "POST /orgs/{organizationId}/invites/{inviteId}",
  input: { organizationId, inviteId },
  output: () => import("./organization-invite.model.ts").then((m) => m.emptyAnswer),
  extension: true,
});
