/** Inverse operations for roles in content, on sites and in teams; part of inverses.ts. */
import type { Inverses, PathTemplate, RolesBack } from "./inverse.ts";

/** Roles in a team. */
export const teamRoles: RolesBack = {
  how: "roles",
  users: {
    list: "/orgs/{organizationId}/teams/{teamId}/members",
    id: "organization.id",
    email: "organization.user.email",
    role: "team.role",
    give: "addMemberToOrganizationTeamById",
    take: "deleteMemberFromOrganizationTeamById",
  },
};

/**
 * @param content path of the resource that the roles belong to
 * @param named suffix of its operation names
 */
export function createRoleInverses(
  content: PathTemplate,
  named: "Space" | "Collection" | "Site",
): Inverses {
  const give = `inviteTo${named}`;
  const roles: RolesBack = {
    how: "roles",
    users: {
      list: `${content}/permissions/users`,
      id: "user.id",
      role: "permission",
      give,
      take: `removeUserFrom${named}`,
    },
    teams: {
      list: `${content}/permissions/teams`,
      id: "team.id",
      role: "permission",
      give,
      take: `removeTeamFrom${named}`,
    },
  };
  return {
    [give]: roles,
    [`updateUserPermissionIn${named}`]: roles,
    [`updateTeamPermissionIn${named}`]: roles,
    [`removeUserFrom${named}`]: roles,
    [`removeTeamFrom${named}`]: roles,
  };
}
