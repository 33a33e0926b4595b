/** Operations on the members of an organization. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, optional, text } from "./fields.ts";
import { createRoleField, memberFilters, order } from "./people-fields.ts";

const loadModel = () => import("./member.model.ts").then((m) => m.member);
const organizationId = id("org");
const userId = id("user");

export const list = endpoint({
  summary: "List the members and guests of an organization",
  operation: "listMembersInOrganizationById",
  route: "GET /orgs/{organizationId}/members",
  input: {
    organizationId,
    ...memberFilters,
    sort: optional(
      enumeration(
        ["joinedAt", "lastSeenAt", "name"],
        "Sort field; lastSeenAt omits members without activity",
        {
          default: "joinedAt",
        },
      ),
    ),
    order: optional(order),
    ...paging,
  },
  output: () => import("./member.model.ts").then((m) => m.members),
  list: true,
});

export const get = endpoint({
  summary: "Show a member",
  operation: "getMemberInOrganizationById",
  route: "GET /orgs/{organizationId}/members/{userId}",
  input: { organizationId, userId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the role of a member, or disable the member",
  operation: "updateMemberInOrganizationById",
  route: "PATCH /orgs/{organizationId}/members/{userId}",
  input: {
    organizationId,
    userId,
    role: optional(createRoleField("Role in the organization")),
    disabled: optional(boolean("Block all access of the member; grants and content are kept")),
  },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Remove a member from an organization; their content is kept",
  operation: "removeMemberFromOrganizationById",
  route: "DELETE /orgs/{organizationId}/members/{userId}",
  input: { organizationId, userId },
});

export const sso = endpoint({
  summary: "Require single sign-on for a member",
  operation: "setUserAsSSOMemberForOrganization",
  route: "POST /orgs/{organizationId}/members/{userId}/sso",
  input: { organizationId, userId },
  output: loadModel,
});

export const spaces = endpoint({
  summary: "List the spaces of a member with roles",
  operation: "listSpacesForOrganizationMember",
  route: "GET /orgs/{organizationId}/members/{userId}/spaces",
  input: { organizationId, userId, order: optional(order), ...paging },
  output: () => import("./member.model.ts").then((m) => m.memberSpaces),
  list: true,
});

export const teams = endpoint({
  summary: "List the teams of a member with roles",
  operation: "listTeamsForOrganizationMember",
  route: "GET /orgs/{organizationId}/members/{userId}/teams",
  input: {
    organizationId,
    userId,
    title: optional(text("Only resources with this text in the title", { max: 512 })),
    ...paging,
  },
  output: () => import("./team.model.ts").then((m) => m.memberTeams),
  list: true,
});

export const ping = endpoint({
  summary: "Record your activity and get a visitor token",
  operation: "updateOrganizationMemberLastSeenAt",
  unaudited: true,
  route: "POST /orgs/{organizationId}/ping",
  input: { organizationId },
  output: () => import("./member.model.ts").then((m) => m.ping),
});
