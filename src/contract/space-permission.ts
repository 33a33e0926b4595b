/** The operations on what is granted to people and teams in a space. */
import { id } from "./fields.ts";
import { inContent, permissionsOf } from "./permission-operations.ts";

export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  permissionsOf("space", "Space", "/spaces/{spaceId}", { spaceId: id("space") }, inContent);
