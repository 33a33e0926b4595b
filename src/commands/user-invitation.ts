/** `tome user invitation`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/invitation.ts";
import { createdColumn } from "./columns.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  { header: "ORGANIZATION", path: "organization.id", as: "id" },
  { header: "TITLE", path: "organization.title", as: "title", wide: true },
  { header: "ROLE", path: "role", nothing: "guest" },
  { header: "INVITED BY", path: "invitedBy.displayName" },
  createdColumn,
];

export const commands = noun({
  does: "Manage your invitations to organizations",
  verbs: {
    list: show(contract.list, { columns, none: "No pending invitations." }),
    accept: act(contract.accept, {
      arguments: ["organizationId"],
      done: 'Joined the organization "{title}" ({id}).',
      examples: ["user invitation accept O1"],
    }),
    decline: act(contract.decline, {
      arguments: ["organizationId"],
      done: "Declined the invitation to {organizationId}.",
      absent: "No invitation to {organizationId}. No changes were made.",
      confirm: {
        question: "Decline the invitation to {organizationId}? Only an admin can invite you again.",
      },
      examples: ["user invitation decline O1 --yes"],
    }),
  },
});
