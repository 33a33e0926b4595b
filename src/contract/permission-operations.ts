/** The operations on what is granted to people and teams, for both spaces and collections. */
import { endpoint, paging } from "./endpoint.ts";
import { type IdField, id, list, oneOf, optional } from "./fields.ts";
import { roles } from "./roles.ts";

const users = () => import("./permission.model.ts").then((m) => m.userPermissions);
const teams = () => import("./permission.model.ts").then((m) => m.teamPermissions);
const userId = id("user");
const teamId = id("team");
const role = oneOf(roles, "Role in it, and in all that it holds", { placeholder: "role" });

/** The role, and the people and teams who get it. */
const granting = {
  role,
  users: optional(
    list(id("user"), "Member or guest who gets it", {
      flag: "user",
      placeholder: "user",
      max: 1000,
    }),
  ),
  teams: optional(
    list(id("team"), "Team that gets it", { flag: "team", placeholder: "team", max: 1000 }),
  ),
};

/**
 * @param named its noun, as the name of an operation ends
 * @param self the field that names it in the path
 */
export function permissionsOf<
  const N extends "space" | "collection",
  const S extends Readonly<Record<`${N}Id`, IdField>>,
>(noun: N, named: Capitalize<N>, self: S) {
  const path = `/${noun}s/{${noun}Id}/permissions` as const;
  return {
    grant: endpoint({
      does: `Grant a role in a ${noun} to people or teams`,
      operation: `inviteTo${named}`,
      route: `POST ${path}`,
      input: { ...self, ...granting },
      status: 204,
      extension: true,
    }),
    listUsers: endpoint({
      does: `List people with a role in the ${noun}`,
      operation: `listUserPermissionsIn${named}`,
      route: `GET ${path}/users`,
      input: { ...self, ...paging },
      output: users,
      list: true,
      extension: true,
    }),
    updateUser: endpoint({
      does: `Change the role that was granted to a person in a ${noun}`,
      operation: `updateUserPermissionIn${named}`,
      route: `PATCH ${path}/users/{userId}`,
      input: { ...self, userId, role },
      status: 204,
      extension: true,
    }),
    removeUser: endpoint({
      does: `Take back the role that was granted to a person in a ${noun}`,
      operation: `removeUserFrom${named}`,
      route: `DELETE ${path}/users/{userId}`,
      input: { ...self, userId },
      extension: true,
    }),
    listTeams: endpoint({
      does: `List teams with a role in the ${noun}`,
      operation: `listTeamPermissionsIn${named}`,
      route: `GET ${path}/teams`,
      input: { ...self, ...paging },
      output: teams,
      list: true,
      extension: true,
    }),
    updateTeam: endpoint({
      does: `Change the role that was granted to a team in a ${noun}`,
      operation: `updateTeamPermissionIn${named}`,
      route: `PATCH ${path}/teams/{teamId}`,
      input: { ...self, teamId, role },
      status: 204,
      extension: true,
    }),
    removeTeam: endpoint({
      does: `Take back the role that was granted to a team in a ${noun}`,
      operation: `removeTeamFrom${named}`,
      route: `DELETE ${path}/teams/{teamId}`,
      input: { ...self, teamId },
      extension: true,
    }),
  };
}
