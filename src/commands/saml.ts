/** `tome saml`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/saml.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { act, noun, show } from "./verb.ts";

const labelColumn: Column = { header: "LABEL", path: "label", as: "title", wide: true };
const statusColumn: Column = { header: "STATUS", path: "status", as: "state" };
const teamColumn: Column = { header: "DEFAULT TEAM", path: "defaultTeam.title" };
const roleColumn: Column = { header: "DEFAULT ROLE", path: "defaultRole", nothing: "guest" };

const record: readonly Column[] = [
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
  does: "Manage the SAML providers of an organization",
  own: "provider",
  verbs: {
    list: show(contract.list, {
      columns: [idColumn, labelColumn, statusColumn, teamColumn, roleColumn, createdColumn],
      none: "No SAML providers.",
    }),
    create: act(contract.create, {
      done: 'Created the SAML provider "{label}" ({id}, {status}).',
      columns: record,
      examples: [
        "saml create --label Okta --entity-id https://id.example --sso-url https://id.example/sso --certificate okta.pem",
      ],
    }),
    get: show(contract.get, {
      columns: record,
      examples: ["saml get Okta --jq .service.entityID"],
    }),
    update: act(contract.update, {
      done: 'Changed the SAML provider "{label}" ({id}, {status}).',
      columns: record,
      examples: ["saml update Okta --certificate new.pem", "saml update Okta --default-role guest"],
    }),
    delete: act(contract.remove, {
      done: "Deleted the SAML provider {samlProviderId}.",
      absent: "SAML provider {samlProviderId} not found. No changes were made.",
      confirm: {
        question: 'Delete the SAML provider "{label}"? Its users can no longer sign in with it.',
        look: contract.get,
      },
    }),
  },
});
