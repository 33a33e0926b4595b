/** The operations on what is granted to people and teams in a collection. */
import { id } from "./fields.ts";
import { inContent, permissionsOf } from "./permission-operations.ts";

export const { grant, listUsers, updateUser, removeUser, listTeams, updateTeam, removeTeam } =
  permissionsOf(
    "collection",
    "Collection",
    "/collections/{collectionId}",
    { collectionId: id("collection") },
    inContent,
  );
