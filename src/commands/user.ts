/** `tome user`. */
import * as contract from "../contract/user.ts";
import { getCommandFields } from "./flag-words.ts";
import { commands as invitation } from "./user-invitation.ts";
import { custom, mutation, noun } from "./verb.ts";

const { displayName, photoURL } = getCommandFields(contract.update);

export const commands = noun({
  summary: "Manage your profile and invitations",
  verbs: {
    invitation,
    update: custom({
      summary: contract.update.summary,
      fields: { displayName, photoURL },
      operations: [contract.current, contract.update],
      isWrite: true,
      examples: [
        'user update --name "Ada Lovelace"',
        "user update --photo https://example.com/ada.png",
      ],
      load: () => import("../features/auth/user-update.ts").then((m) => m.updateUser),
    }),
    "notifications-token": mutation(contract.createNotificationsToken, {
      doneText: "Created a token for the notifications service.",
      printedSecrets: ["token"],
      columns: [{ header: "TOKEN", path: "token", needed: true }],
      examples: ["user notifications-token --json token"],
    }),
  },
});
