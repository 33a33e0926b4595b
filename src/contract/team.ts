/** The operations on teams. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, list as listOf, optional, text } from "./fields.ts";
import { person } from "./people-fields.ts";

const model = () => import("./team.model.ts").then((m) => m.team);
/** A constant of its own: written inside a field, its type would be lost. */
const memberships = () => import("./team.model.ts").then((m) => m.memberships);
const organizationId = id("org");
const teamId = id("team");
const userId = id("user");
const title = text("Title", { min: 1, max: 64, syntax: "words" });

export const list = endpoint({
  does: "List the teams of an organization",
  operation: "listTeamsInOrganizationById",
  route: "GET /orgs/{organizationId}/teams",
  input: {
    organizationId,
    owner: optional(id("user", "Only those that this member can manage", { flag: "owner" })),
    title: optional(text("Only those whose title has this in it", { max: 512 })),
    ...paging,
  },
  output: () => import("./team.model.ts").then((m) => m.teams),
  list: true,
});

export const create = endpoint({
  does: "Create a team",
  operation: "createOrganizationTeam",
  route: "PUT /orgs/{organizationId}/teams",
  input: {
    organizationId,
    title,
    members: optional(
      listOf(id("user"), "Member to put into it", { flag: "member", placeholder: "user" }),
    ),
  },
  output: model,
  status: 201,
  once: true,
});

export const get = endpoint({
  does: "Show a team",
  operation: "getTeamInOrganizationById",
  route: "GET /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId },
  output: model,
});

export const update = endpoint({
  does: "Change the title of a team",
  operation: "updateTeamInOrganizationById",
  route: "PATCH /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId, title },
  output: model,
});

export const remove = endpoint({
  does: "Delete a team; its members stay in the organization",
  operation: "removeTeamFromOrganizationById",
  route: "DELETE /orgs/{organizationId}/teams/{teamId}",
  input: { organizationId, teamId },
});

export const members = endpoint({
  does: "List the members of a team",
  operation: "listTeamMembersInOrganizationById",
  route: "GET /orgs/{organizationId}/teams/{teamId}/members",
  input: { organizationId, teamId, ...paging },
  output: () => import("./team.model.ts").then((m) => m.teamMembers),
  list: true,
  extension: true,
});

export const changeMembers = endpoint({
  does: "Put members into a team, take some out, or change their roles in it",
  operation: "updateMembersInOrganizationTeam",
  route: "PUT /orgs/{organizationId}/teams/{teamId}/members",
  input: {
    organizationId,
    teamId,
    add: optional(listOf(person, "Member to put into it, by id or email", { placeholder: "user" })),
    remove: optional(
      listOf(person, "Member to take out of it, by id or email", { placeholder: "user" }),
    ),
    memberships: optional(
      json(memberships, 'Roles in the team by user id, as {"<user>": {"role": "owner"}}'),
    ),
  },
  status: 204,
  extension: true,
});

export const putMember = endpoint({
  does: "Put one member into a team, or change the role in it",
  operation: "addMemberToOrganizationTeamById",
  route: "PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}",
  input: {
    organizationId,
    teamId,
    userId,
    role: optional(
      enumeration(["owner", "member"], "An owner manages the team", { default: "member" }),
    ),
  },
  emptyBody: "Puts the member into the team",
  status: 204,
  extension: true,
});

export const dropMember = endpoint({
  does: "Take a member out of a team",
  operation: "deleteMemberFromOrganizationTeamById",
  route: "DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}",
  input: { organizationId, teamId, userId },
  extension: true,
});
