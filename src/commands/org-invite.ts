/** `tome org invite`. */
import type { PrintedColumn } from "../context.ts";
import * as invitation from "../contract/invitation.ts";
import * as organization from "../contract/organization.ts";
import * as contract from "../contract/organization-invite.ts";
import { UsageError } from "../errors.ts";
import { asObject, asText, type JsonObject } from "../json/values.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { list, text } from "./fields.ts";
import { describeInvitation } from "./outcomes.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "ROLE", path: "role", nothing: "guest" },
  { header: "LEVEL", path: "level" },
  { header: "SPACE", path: "space", wide: true },
  { header: "COLLECTION", path: "collection", wide: true },
];

export const commands = noun({
  summary: "Manage invites to an organization",
  own: "invite",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No invite links.",
      examples: ["org invite list", "org invite list --json id,role"],
    }),
    get: query(contract.get, { columns }),
    update: mutation(contract.update, {
      doneText: "Changed the invite link.",
      columns,
      examples: ["org invite update I1 --role read"],
    }),
    create: mutation(contract.create, {
      toRequest: requireOneGrant,
      doneText: "Created an invite link. Users join with: tome org join --invite <id>",
      columns,
      examples: [
        "org invite create --role comment --json id",
        "org invite create --level read --to-collection Guides",
      ],
    }),
    users: mutation(contract.users, {
      summary: "Invite users by email",
      arguments: ["emails"],
      extra: { emails: list(text("email"), "Email address", { placeholder: "email" }) },
      doneText: "Invited members: {invited}.",
      toOutcome: describeInvitation,
      examples: [
        "org invite users ada@example.com bob@example.com --role read",
        "org invite users --input people.json",
      ],
    }),
    pending: query(invitation.pending, {
      columns: [
        { header: "USER", path: "user.id", as: "id" },
        { header: "NAME", path: "user.displayName", as: "title", wide: true, forPeople: true },
        { header: "EMAIL", path: "user.email" },
        { header: "ROLE", path: "role", nothing: "guest" },
        { header: "INVITED BY", path: "invitedBy.displayName" },
        createdColumn,
      ],
      emptyText: "No pending invitations.",
    }),
    withdraw: mutation(invitation.withdraw, {
      doneText: "Withdrew the invitation of {userId}.",
      absentText: "No invitation of {userId}. No changes were made.",
      confirm: { question: "Withdraw the invitation of {userId}?" },
      examples: ["org invite withdraw U1 --yes"],
    }),
    delete: mutation(organization.deleteInvite, {
      doneText: "Deleted the invite {inviteId}. Its link is no longer valid.",
      absentText: "Invite {inviteId} not found. No changes were made.",
      confirm: {
        question: "Delete the invite {invite}? Its link becomes invalid.",
        names: [{ field: "inviteId", endpoints: contract.list, describe: describeInvite }],
      },
    }),
  },
});

/** Describes an invite by the role that it grants, because it has no title. */
function describeInvite({ id, role, level, space, collection }: JsonObject): string {
  const [kind, target] = space === undefined ? ["collection", collection] : ["space", space];
  const within = `${kind} ${JSON.stringify(asText(asObject(target ?? {}).title))}`;
  const grant =
    level === undefined ? `${role ?? "guest"} in the organization` : `${level} in the ${within}`;
  return `${id} (${grant})`;
}

/** @throws UsageError if the role is ambiguous; no request is sent */
function requireOneGrant(input: JsonObject): JsonObject {
  const { role, level, space, collection } = input;
  const things = [space, collection].filter((one) => one !== undefined).length;
  if (
    role !== undefined ? level === undefined && things === 0 : level !== undefined && things === 1
  ) {
    return input;
  }
  throw new UsageError(
    "Specify --role for an organization link, or --level with --to-space or --to-collection.",
    "tome org invite create --help",
  );
}
