/** The handlers of what is granted in a collection. */
import type * as contract from "../contract/collection-permission.ts";
import { demand } from "./access.ts";
import { seenCollection } from "./collection-rows.ts";
import type { Call, Handlers } from "./handlers.ts";
import {
  changeGrant,
  grantTo,
  takeGrant,
  teamsGranted,
  usersGranted,
} from "./people/content-grants.ts";

export const handlers = {
  async grant({ collectionId, role, ...holders }, call) {
    const { row } = await asAdmin(call, collectionId, "Granting a role in a collection");
    await grantTo(call.db, row, role, holders);
    return undefined;
  },

  async listUsers({ collectionId, ...asked }, call) {
    const { row } = await asAdmin(call, collectionId, "Listing who was granted a collection");
    return usersGranted(call, row, asked);
  },

  async updateUser({ collectionId, userId, role }, call) {
    const { row } = await asAdmin(call, collectionId, "Changing a role in a collection");
    await changeGrant(call.db, row, "user", userId, role);
    return undefined;
  },

  async removeUser({ collectionId, userId }, call) {
    const { row } = await asAdmin(call, collectionId, "Taking back a role in a collection");
    return takeGrant(call.db, row, userId);
  },

  async listTeams({ collectionId, ...asked }, call) {
    const { row, member } = await asAdmin(
      call,
      collectionId,
      "Listing who was granted a collection",
    );
    return teamsGranted(call, row, member, asked);
  },

  async updateTeam({ collectionId, teamId, role }, call) {
    const { row } = await asAdmin(call, collectionId, "Changing a role in a collection");
    await changeGrant(call.db, row, "team", teamId, role);
    return undefined;
  },

  async removeTeam({ collectionId, teamId }, call) {
    const { row } = await asAdmin(call, collectionId, "Taking back a role in a collection");
    return takeGrant(call.db, row, teamId);
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 where the caller does not see it, 403 where he is no admin in it */
async function asAdmin(call: Call, id: string, deed: string) {
  const found = await seenCollection(call, id);
  demand(found.role, "admin", deed);
  return found;
}
