/** Operations on roles granted on a site. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional } from "./fields.ts";
import { memberFilters, order } from "./people-fields.ts";
import { getPermissions } from "./permission-operations.ts";

const path = "/orgs/{organizationId}/sites/{siteId}";
const self = { organizationId: id("org"), siteId: id("site") };

export const list = endpoint({
  summary: "List the users with access to a site and the origin of each role",
  operation: "listPermissionsAggregateInSite",
  route: `GET ${path}/permissions/aggregate`,
  input: {
    ...self,
    ...memberFilters,
    team: optional(id("team", "Only members of this team")),
    sort: optional(
      enumeration(["joinedAt", "lastSeenAt", "name"], "Sort field", { default: "joinedAt" }),
    ),
    order: optional(order),
    ...paging,
  },
  output: () => import("./permission.model.ts").then((m) => m.siteAccess),
  list: true,
  extension: true,
});

export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  getPermissions("site", "Site", path, self, {
    users: () => import("./permission.model.ts").then((m) => m.siteUserPermissions),
    teams: () => import("./permission.model.ts").then((m) => m.siteTeamPermissions),
  });
