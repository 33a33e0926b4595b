/** The operations on what is granted to people and teams in a space. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";
import { grantedRole, granting } from "./permission-fields.ts";

const users = () => import("./permission.model.ts").then((m) => m.userPermissions);
const teams = () => import("./permission.model.ts").then((m) => m.teamPermissions);
const spaceId = id("space");
const userId = id("user");
const teamId = id("team");

export const grant = endpoint({
  does: "Grant a role in a space to people or teams",
  operation: "inviteToSpace",
  route: "POST /spaces/{spaceId}/permissions",
  input: { spaceId, ...granting },
  status: 204,
  extension: true,
});

export const listUsers = endpoint({
  does: "List the people to whom a role in a space was granted",
  operation: "listUserPermissionsInSpace",
  route: "GET /spaces/{spaceId}/permissions/users",
  input: { spaceId, ...paging },
  output: users,
  list: true,
  extension: true,
});

export const updateUser = endpoint({
  does: "Change the role that was granted to a person in a space",
  operation: "updateUserPermissionInSpace",
  route: "PATCH /spaces/{spaceId}/permissions/users/{userId}",
  input: { spaceId, userId, role: grantedRole },
  status: 204,
  extension: true,
});

export const removeUser = endpoint({
  does: "Take back the role that was granted to a person in a space",
  operation: "removeUserFromSpace",
  route: "DELETE /spaces/{spaceId}/permissions/users/{userId}",
  input: { spaceId, userId },
  extension: true,
});

export const listTeams = endpoint({
  does: "List the teams to which a role in a space was granted",
  operation: "listTeamPermissionsInSpace",
  route: "GET /spaces/{spaceId}/permissions/teams",
  input: { spaceId, ...paging },
  output: teams,
  list: true,
  extension: true,
});

export const updateTeam = endpoint({
  does: "Change the role that was granted to a team in a space",
  operation: "updateTeamPermissionInSpace",
  route: "PATCH /spaces/{spaceId}/permissions/teams/{teamId}",
  input: { spaceId, teamId, role: grantedRole },
  status: 204,
  extension: true,
});

export const removeTeam = endpoint({
  does: "Take back the role that was granted to a team in a space",
  operation: "removeTeamFromSpace",
  route: "DELETE /spaces/{spaceId}/permissions/teams/{teamId}",
  input: { spaceId, teamId },
  extension: true,
});
