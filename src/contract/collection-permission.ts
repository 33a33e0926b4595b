/** The operations on what is granted to people and teams in a collection. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";
import { grantedRole, granting } from "./permission-fields.ts";

const users = () => import("./permission.model.ts").then((m) => m.userPermissions);
const teams = () => import("./permission.model.ts").then((m) => m.teamPermissions);
const collectionId = id("collection");
const userId = id("user");
const teamId = id("team");

export const grant = endpoint({
  does: "Grant a role in a collection to people or teams",
  operation: "inviteToCollection",
  route: "POST /collections/{collectionId}/permissions",
  input: { collectionId, ...granting },
  status: 204,
  extension: true,
});

export const listUsers = endpoint({
  does: "List the people to whom a role in a collection was granted",
  operation: "listUserPermissionsInCollection",
  route: "GET /collections/{collectionId}/permissions/users",
  input: { collectionId, ...paging },
  output: users,
  list: true,
  extension: true,
});

export const updateUser = endpoint({
  does: "Change the role that was granted to a person in a collection",
  operation: "updateUserPermissionInCollection",
  route: "PATCH /collections/{collectionId}/permissions/users/{userId}",
  input: { collectionId, userId, role: grantedRole },
  status: 204,
  extension: true,
});

export const removeUser = endpoint({
  does: "Take back the role that was granted to a person in a collection",
  operation: "removeUserFromCollection",
  route: "DELETE /collections/{collectionId}/permissions/users/{userId}",
  input: { collectionId, userId },
  extension: true,
});

export const listTeams = endpoint({
  does: "List the teams to which a role in a collection was granted",
  operation: "listTeamPermissionsInCollection",
  route: "GET /collections/{collectionId}/permissions/teams",
  input: { collectionId, ...paging },
  output: teams,
  list: true,
  extension: true,
});

export const updateTeam = endpoint({
  does: "Change the role that was granted to a team in a collection",
  operation: "updateTeamPermissionInCollection",
  route: "PATCH /collections/{collectionId}/permissions/teams/{teamId}",
  input: { collectionId, teamId, role: grantedRole },
  status: 204,
  extension: true,
});

export const removeTeam = endpoint({
  does: "Take back the role that was granted to a team in a collection",
  operation: "removeTeamFromCollection",
  route: "DELETE /collections/{collectionId}/permissions/teams/{teamId}",
  input: { collectionId, teamId },
  extension: true,
});
