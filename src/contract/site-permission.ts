/** The operations on what is granted to people and teams on a docs site. */
import { id } from "./fields.ts";
import { permissionsOf } from "./permission-operations.ts";

export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  permissionsOf(
    "site",
    "Site",
    "/orgs/{organizationId}/sites/{siteId}",
    {
      organizationId: id("org"),
      siteId: id("site"),
    },
    {
      users: () => import("./permission.model.ts").then((m) => m.siteUserPermissions),
      teams: () => import("./permission.model.ts").then((m) => m.siteTeamPermissions),
    },
  );
