/** The operations on what is granted to people and teams in a space. */
import { id } from "./fields.ts";
import { accessOf, inContent, permissionsOf } from "./permission-operations.ts";

const path = "/spaces/{spaceId}";
const self = { spaceId: id("space") };

export const list = accessOf("space", "Space", path, self);
export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  permissionsOf("space", "Space", path, self, inContent);
