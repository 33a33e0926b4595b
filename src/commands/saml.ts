/** `tome saml`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/saml.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const labelColumn: PrintedColumn = { header: "LABEL", path: "label", as: "title", wide: true };
const statusColumn: PrintedColumn = { header: "STATUS", path: "status", as: "state" };
const teamColumn: PrintedColumn = { header: "DEFAULT TEAM", path: "defaultTeam.title" };
const roleColumn: PrintedColumn = { header: "DEFAULT ROLE", path: "defaultRole", nothing: "guest" };

const record: readonly PrintedColumn[] = [
  idColumn,
  labelColumn,
  statusColumn,
  { header: "ENTITY ID", path: "entityID", wide: true },
  { header: "SIGN-IN URL", path: "ssoURL", wide: true },
  { header: "CERTIFICATE", path: "certificate", wide: true },
  teamColumn,
  roleColumn,
  // For the configuration of the identity provider.
  { header: "METADATA", path: "service.entityID", wide: true, needed: true },
  { header: "ACS URL", path: "service.acsURL", wide: true, needed: true },
  { header: "START URL", path: "service.startURL", wide: true },
  createdColumn,
];

export const commands = noun({
  summary: "Manage the SAML providers of an organization",
  own: "provider",
  verbs: {
    list: query(contract.list, {
      columns: [idColumn, labelColumn, statusColumn, teamColumn, roleColumn, createdColumn],
      emptyText: "No SAML providers.",
    }),
    create: mutation(contract.create, {
      doneText: 'Created the SAML provider "{label}" ({id}, {status}).',
      columns: record,
      examples: [
        "saml create --label Okta --entity-id https://id.example --sso-url https://id.example/sso --certificate okta.pem",
      ],
    }),
    get: query(contract.get, {
      columns: record,
      examples: ["saml get Okta --jq .service.entityID"],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the SAML provider "{label}" ({id}, {status}).',
      columns: record,
      examples: ["saml update Okta --certificate new.pem", "saml update Okta --default-role guest"],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the SAML provider {samlProviderId}.",
      absentText: "SAML provider {samlProviderId} not found. No changes were made.",
      confirm: {
        question: 'Delete the SAML provider "{label}"? Its users can no longer sign in with it.',
        read: contract.get,
      },
    }),
  },
});
