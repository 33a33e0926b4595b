/** How roles that were given or taken are given back, in content, on docs sites and in teams; a part of inverses.ts. */
import type { Address, Inverses, RolesBack } from "./inverse.ts";

/** The roles in a team. */
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
 * @param content the path of what the roles are granted in
 * @param named its noun, as the names of operations end
 */
export function rolesIn(content: Address, named: "Space" | "Collection" | "Site"): Inverses {
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
