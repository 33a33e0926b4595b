/** The operations on what is granted to people and teams in a collection. */
import { id } from "./fields.ts";
import { getAccess, getPermissions, inContent } from "./permission-operations.ts";

const path = "/collections/{collectionId}";
const self = { collectionId: id("collection") };

export const list = getAccess("collection", "Collection", path, self);
export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  getPermissions("collection", "Collection", path, self, inContent);
