/** Operations on roles granted to users and teams in spaces, collections and sites. */
import { type Endpoint, endpoint, paging } from "./endpoint.ts";
import { enumeration, type Fields, type IdField, id, list, nullable, optional } from "./fields.ts";
import { roles } from "./roles.ts";

/** Models of the lists of roles in content. */
export const inContent = {
  users: () => import("./permission.model.ts").then((m) => m.userPermissions),
  teams: () => import("./permission.model.ts").then((m) => m.teamPermissions),
};

const userId = id("user");
const teamId = id("team");
const role = nullable(
  enumeration(roles, "Role in the resource and its content; it replaces an earlier grant"),
);

/** The role, and the users and teams who receive it. */
const granting = {
  role,
  users: optional(
    list(id("user"), "Member or guest to grant the role to", {
      max: 1000,
    }),
  ),
  teams: optional(list(id("team"), "Team to grant the role to", { max: 1000 })),
};

/** Loads the model of a list. */
type OutputModel<O> = NonNullable<Endpoint<Fields, O>["output"]>;

/** Wording for the resource of a role. */
const words = {
  space: { a: "in a space", the: "in the space" },
  collection: { a: "in a collection", the: "in the collection" },
  site: { a: "on a site", the: "on the site" },
} as const;

/**
 * List of all users with a role in the resource, regardless of its origin. Same parameters as
 * `getPermissions`.
 */
export function getAccess<
  const N extends "space" | "collection",
  const P extends `/${string}`,
  const S extends Readonly<Record<string, IdField>>,
>(noun: N, named: Capitalize<N>, content: P, self: S) {
  return endpoint({
    summary: `List all users with a role ${words[noun].the}`,
    operation: `listPermissionsAggregateIn${named}`,
    route: `GET ${content}/permissions/aggregate` as const,
    input: {
      ...self,
      role: optional(enumeration(roles, "Only users with this role in the resource")),
      ...paging,
    },
    output: inContent.users,
    list: true,
    extension: true,
  });
}

/**
 * @param named suffix of its operation names
 * @param content its path
 * @param self its path fields
 * @param models models of the lists
 */
export function getPermissions<
  const N extends keyof typeof words,
  const P extends `/${string}`,
  const S extends Readonly<Record<string, IdField>>,
  Users,
  Teams,
>(
  noun: N,
  named: Capitalize<N>,
  content: P,
  self: S,
  { users, teams }: { readonly users: OutputModel<Users>; readonly teams: OutputModel<Teams> },
) {
  const { a, the } = words[noun];
  const path = `${content}/permissions` as const;
  return {
    grant: endpoint({
      summary: `Grant a role ${a} to users or teams`,
      operation: `inviteTo${named}`,
      route: `POST ${path}`,
      input: { ...self, ...granting },
      status: 204,
      extension: true,
    }),
    listUsers: endpoint({
      summary: `List the roles granted to users ${the}`,
      operation: `listUserPermissionsIn${named}`,
      route: `GET ${path}/users`,
      input: { ...self, ...paging },
      output: users,
      list: true,
      extension: true,
    }),
    updateUser: endpoint({
      summary: `Change the role granted to a user ${a}`,
      operation: `updateUserPermissionIn${named}`,
      route: `PATCH ${path}/users/{userId}`,
      input: { ...self, userId, role },
      status: 204,
      extension: true,
    }),
    removeUser: endpoint({
      summary: `Revoke the role granted to a user ${a}`,
      operation: `removeUserFrom${named}`,
      route: `DELETE ${path}/users/{userId}`,
      input: { ...self, userId },
      extension: true,
    }),
    listTeams: endpoint({
      summary: `List the roles granted to teams ${the}`,
      operation: `listTeamPermissionsIn${named}`,
      route: `GET ${path}/teams`,
      input: { ...self, ...paging },
      output: teams,
      list: true,
      extension: true,
    }),
    updateTeam: endpoint({
      summary: `Change the role granted to a team ${a}`,
      operation: `updateTeamPermissionIn${named}`,
      route: `PATCH ${path}/teams/{teamId}`,
      input: { ...self, teamId, role },
      status: 204,
      extension: true,
    }),
    removeTeam: endpoint({
      summary: `Revoke the role granted to a team ${a}`,
      operation: `removeTeamFrom${named}`,
      route: `DELETE ${path}/teams/{teamId}`,
      input: { ...self, teamId },
      extension: true,
    }),
  };
}
