/** The handlers of what is granted in a space. */
import type * as contract from "../contract/space-permission.ts";
import { demand } from "./access.ts";
import type { Call, Handlers } from "./handlers.ts";
import {
  changeGrant,
  grantTo,
  takeGrant,
  teamsGranted,
  usersGranted,
} from "./people/content-grants.ts";
import { seenSpace } from "./space-rows.ts";

export const handlers = {
  async grant({ spaceId, role, ...holders }, call) {
    const { row } = await asAdmin(call, spaceId, "Granting a role in a space");
    await grantTo(call.db, row, role, holders);
    return undefined;
  },

  async listUsers({ spaceId, ...asked }, call) {
    const { row } = await asAdmin(call, spaceId, "Listing who was granted a space");
    return usersGranted(call, row, asked);
  },

  async updateUser({ spaceId, userId, role }, call) {
    const { row } = await asAdmin(call, spaceId, "Changing a role in a space");
    await changeGrant(call.db, row, "user", userId, role);
    return undefined;
  },

  async removeUser({ spaceId, userId }, call) {
    const { row } = await asAdmin(call, spaceId, "Taking back a role in a space");
    return takeGrant(call.db, row, userId);
  },

  async listTeams({ spaceId, ...asked }, call) {
    const { row, member } = await asAdmin(call, spaceId, "Listing who was granted a space");
    return teamsGranted(call, row, member, asked);
  },

  async updateTeam({ spaceId, teamId, role }, call) {
    const { row } = await asAdmin(call, spaceId, "Changing a role in a space");
    await changeGrant(call.db, row, "team", teamId, role);
    return undefined;
  },

  async removeTeam({ spaceId, teamId }, call) {
    const { row } = await asAdmin(call, spaceId, "Taking back a role in a space");
    return takeGrant(call.db, row, teamId);
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 where the caller does not see it, 403 where he is no admin in it */
async function asAdmin(call: Call, id: string, deed: string) {
  const found = await seenSpace(call, id);
  demand(found.role, "admin", deed);
  return found;
}
