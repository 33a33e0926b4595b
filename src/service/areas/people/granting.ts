/** What an admin of a collection or space does with the roles that are granted in it. */
import type { Role } from "../../../contract/roles.ts";
import { authorize } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import {
  type Asked,
  changeGrant,
  type Granted,
  grantTo,
  type Holders,
  type Kind,
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
    authorize(found.role, "admin", `${deed} a ${noun}`);
    return found;
  }

  async function change(
    call: Call,
    named: Named & { readonly role: Role },
    kind: Kind,
    holder: string,
  ): Promise<undefined> {
    const { row } = await asAdmin(call, named, "Changing a role in");
    await changeGrant(call.db, row, kind, holder, named.role);
  }

  async function take(call: Call, named: Named, kind: Kind, holder: string): Promise<boolean> {
    const { row } = await asAdmin(call, named, "Taking back a role in");
    return takeGrant(call.db, row, kind, holder);
  }

  type OfUser = Named & { readonly userId: string };
  type OfTeam = Named & { readonly teamId: string };
  type Changed = { readonly role: Role };

  return {
    async grant(input: Named & Holders & Changed, call: Call) {
      const { row } = await asAdmin(call, input, "Granting a role in");
      await grantTo(call.db, row, input.role, input);
      return undefined;
    },

    listUsers: atOneMoment(async (input: Named & Asked, call: Call) => {
      const { row } = await asAdmin(call, input, "Listing who was granted");
      return usersGranted(call, row, input);
    }),
    updateUser: (input: OfUser & Changed, call: Call) => change(call, input, "user", input.userId),
    removeUser: (input: OfUser, call: Call) => take(call, input, "user", input.userId),

    listTeams: atOneMoment(async (input: Named & Asked, call: Call) => {
      const { row, member } = await asAdmin(call, input, "Listing who was granted");
      return teamsGranted(call, row, member, input);
    }),
    updateTeam: (input: OfTeam & Changed, call: Call) => change(call, input, "team", input.teamId),
    removeTeam: (input: OfTeam, call: Call) => take(call, input, "team", input.teamId),
  };
}
