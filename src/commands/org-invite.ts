/** `tome org invite`. */
import * as contract from "../contract/organization.ts";
import { act, noun } from "./verb.ts";

export const commands = noun({
  does: "Work with the invite links of an organization",
  verbs: {
    delete: act(contract.deleteInvite, {
      done: "Deleted the invite {inviteId}; its link no longer works.",
      absent: "There is no invite {inviteId}; nothing was deleted.",
      confirm: "Delete the invite {inviteId}? Its link no longer works then.",
    }),
  },
});
