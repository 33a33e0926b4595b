/** What an admin of a collection or space does with the roles that are granted in it. */
import type { Role } from "../../contract/roles.ts";
import { demand } from "../access.ts";
import type { Call } from "../handlers.ts";
import { atOneMoment } from "../one-moment.ts";
import {
  type Asked,
  changeGrant,
  type Granted,
  grantTo,
  type Holders,
  takeGrant,
  teamsGranted,
  usersGranted,
} from "./content-grants.ts";

/** A collection or space as it was found for the caller. */
interface Found {
  readonly row: Granted;
  readonly member: Role | null;
  readonly role: Role | null;
}

/**
 * The handlers, whatever the name of the id in their inputs.
 * @param noun in messages: "space"
 * @param seen finds it; throws Problem 404 where the caller does not see it
 */
export function grantingHandlers<Named extends object>(
  noun: "collection" | "space",
  seen: (call: Call, named: Named) => Promise<Found>,
) {
  /** @throws Problem 403 where the caller is no admin in it */
  async function asAdmin(call: Call, named: Named, deed: string): Promise<Found> {
    const found = await seen(call, named);
    demand(found.role, "admin", `${deed} a ${noun}`);
    return found;
  }

  return {
    async grant(input: Named & Holders & { readonly role: Role }, call: Call) {
      const { row } = await asAdmin(call, input, "Granting a role in");
      await grantTo(call.db, row, input.role, input);
      return undefined;
    },

    listUsers: atOneMoment(async (input: Named & Asked, call: Call) => {
      const { row } = await asAdmin(call, input, "Listing who was granted");
      return usersGranted(call, row, input);
    }),

    async updateUser(
      input: Named & { readonly userId: string; readonly role: Role },
      call: Call,
    ): Promise<undefined> {
      const { row } = await asAdmin(call, input, "Changing a role in");
      await changeGrant(call.db, row, "user", input.userId, input.role);
    },

    async removeUser(input: Named & { readonly userId: string }, call: Call) {
      const { row } = await asAdmin(call, input, "Taking back a role in");
      return takeGrant(call.db, row, "user", input.userId);
    },

    listTeams: atOneMoment(async (input: Named & Asked, call: Call) => {
      const { row, member } = await asAdmin(call, input, "Listing who was granted");
      return teamsGranted(call, row, member, input);
    }),

    async updateTeam(
      input: Named & { readonly teamId: string; readonly role: Role },
      call: Call,
    ): Promise<undefined> {
      const { row } = await asAdmin(call, input, "Changing a role in");
      await changeGrant(call.db, row, "team", input.teamId, input.role);
    },

    async removeTeam(input: Named & { readonly teamId: string }, call: Call) {
      const { row } = await asAdmin(call, input, "Taking back a role in");
      return takeGrant(call.db, row, "team", input.teamId);
    },
  };
}
