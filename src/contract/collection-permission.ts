/** Operations on roles granted in a collection. */
import { id } from "./fields.ts";
import { getAccess, getPermissions, inContent } from "./permission-operations.ts";

const path = "/collections/{collectionId}";
const self = { collectionId: id("collection") };

export const list = getAccess("collection", "Collection", path, self);
export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  getPermissions("collection", "Collection", path, self, inContent);
