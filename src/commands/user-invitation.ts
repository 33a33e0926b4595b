/** `tome user invitation`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/invitation.ts";
import { createdColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ORGANIZATION", path: "organization.id", as: "id" },
  { header: "TITLE", path: "organization.title", as: "title", wide: true },
  { header: "ROLE", path: "role", nothing: "guest" },
  { header: "INVITED BY", path: "invitedBy.displayName" },
  createdColumn,
];

export const commands = noun({
  summary: "Manage your invitations to organizations",
  verbs: {
    list: query(contract.list, { columns, emptyText: "No pending invitations." }),
    accept: mutation(contract.accept, {
      arguments: ["organizationId"],
      doneText: 'Joined the organization "{title}" ({id}).',
      examples: ["user invitation accept O1"],
    }),
    decline: mutation(contract.decline, {
      arguments: ["organizationId"],
      doneText: "Declined the invitation to {organizationId}.",
      absentText: "No invitation to {organizationId}. No changes were made.",
      confirm: {
        question: "Decline the invitation to {organizationId}? Only an admin can invite you again.",
      },
      examples: ["user invitation decline O1 --yes"],
    }),
  },
});
