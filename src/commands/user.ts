/** `tome user`. */
import * as contract from "../contract/user.ts";
import { commands as invitation } from "./user-invitation.ts";
import { noun, task } from "./verb.ts";

const { displayName, photoURL } = contract.update.input;

export const commands = noun({
  does: "Manage your profile and invitations",
  verbs: {
    invitation,
    update: task({
      does: contract.update.does,
      fields: { displayName, photoURL },
      sends: [contract.current, contract.update],
      writes: true,
      examples: [
        'user update --name "Ada Lovelace"',
        "user update --photo https://example.com/ada.png",
      ],
      load: () => import("../features/auth/user-update.ts").then((m) => m.updateUser),
    }),
  },
});
