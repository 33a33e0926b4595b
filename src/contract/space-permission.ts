/** Operations on roles granted in a space. */
import { id } from "./fields.ts";
import { getAccess, getPermissions, inContent } from "./permission-operations.ts";

const path = "/spaces/{spaceId}";
const self = { spaceId: id("space") };

export const list = getAccess("space", "Space", path, self);
export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  getPermissions("space", "Space", path, self, inContent);
