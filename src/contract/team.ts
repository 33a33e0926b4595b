/** Operations on teams. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, list as listOf, optional, text } from "./fields.ts";
import { person } from "./people-fields.ts";

const loadModel = () => import("./team.model.ts").then((m) => m.team);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadMemberships = () => import("./team.model.ts").then((m) => m.memberships);
const organizationId = id("org");
const teamId = id("team");
const userId = id("user");
const title = text("Title", { min: 1, max: 64, syntax: "words" });

export const list = endpoint({
  summary: "List the teams of an organization",
  operation: "listTeamsInOrganizationById",
  route: "GET /orgs/{organizationId}/teams",
  input: {
    organizationId,
    owner: optional(id("user", "Only teams that this member can manage")),
    title: optional(text("Only resources with this text in the title", { max: 512 })),
    ...paging,
  },
  output: () => import("./team.model.ts").then((m) => m.teams),
  list: true,
});

export const create = endpoint({
  summary: "Create a team",
  operation: "createOrganizationTeam",
  route: "PUT /orgs/{organizationId}/teams",
  input: {
    organizationId,
    title,
    members: optional(listOf(id("user"), "Member to add")),
  },
  output: loadModel,
  status: 201,
  once: true,
});

export const get = endpoint({
  summary: "Show a team",
  operation: "getTeamInOrganizationById",
  route: "GET /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the title of a team",
  operation: "updateTeamInOrganizationById",
  route: "PATCH /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId, title },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete a team; its members stay in the organization",
  operation: "removeTeamFromOrganizationById",
  route: "DELETE /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId },
});

export const members = endpoint({
  summary: "List the members of a team",
  operation: "listTeamMembersInOrganizationById",
  route: "GET /orgs/{organizationId}/teams/{teamId}/members",
  input: { organizationId, teamId, ...paging },
  output: () => import("./team.model.ts").then((m) => m.teamMembers),
  list: true,
  extension: true,
});

export const changeMembers = endpoint({
  summary: "Add or remove members of a team, or change their roles",
  operation: "updateMembersInOrganizationTeam",
  route: "PUT /orgs/{organizationId}/teams/{teamId}/members",
  input: {
    organizationId,
    teamId,
    add: optional(listOf(person, "Member to add")),
    remove: optional(listOf(person, "Member to remove")),
    memberships: optional(
      json(loadMemberships, 'Team roles by user id, as {"<user>": {"role": "owner"}}'),
    ),
  },
  status: 204,
  extension: true,
});

export const putMember = endpoint({
  summary: "Add a member to a team, or change the member's role in it",
  operation: "addMemberToOrganizationTeamById",
  route: "PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}",
  input: {
    organizationId,
    teamId,
    userId,
    role: optional(
      enumeration(["owner", "member"], "Role in the team; an owner manages it", {
        default: "member",
      }),
    ),
  },
  emptyBody: "Add the member to the team",
  status: 204,
  extension: true,
});

export const dropMember = endpoint({
  summary: "Remove a member from a team",
  operation: "deleteMemberFromOrganizationTeamById",
  route: "DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}",
  input: { organizationId, teamId, userId },
  extension: true,
});
