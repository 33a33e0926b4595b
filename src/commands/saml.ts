/** `tome saml`. */
import type { PrintedColumn } from "../context.ts";
import * as member from "../contract/member.ts";
import * as domain from "../contract/organization-domain.ts";
import * as contract from "../contract/saml.ts";
import * as team from "../contract/team.ts";
import { checkTitle } from "./check-title.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { id, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

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
  { header: "CERTIFICATE", path: "certificate", wide: true, describe: describeCertificates },
  teamColumn,
  roleColumn,
  { header: "GROUPS ATTRIBUTE", path: "groupsAttribute" },
  { header: "GROUPS", path: "groups.name", as: "list", wide: true },
  // For the configuration of the identity provider.
  { header: "METADATA", path: "service.entityID", wide: true, needed: true },
  { header: "ACS URL", path: "service.acsURL", wide: true, needed: true },
  { header: "START URL", path: "service.startURL", wide: true },
  createdColumn,
];

const provider = getCommandFields(contract.get);
const groupFields = {
  name: text("Group, as the identity provider sends it", { min: 1, max: 256 }),
  team: id("team", "Team of the group"),
};

const metadata = optional(
  text("File or URL of the identity provider's metadata; flags take precedence", {
    placeholder: "file-or-url",
  }),
);

const certificate = noun({
  summary: "Manage the certificates of a SAML provider",
  verbs: {
    list: custom({
      summary: "List the certificates of a SAML provider",
      fields: provider,
      arguments: ["samlProviderId"],
      operations: [contract.get],
      list: true,
      examples: ["saml certificate list Okta"],
      load: () => import("../features/organization/saml-certificates.ts").then((m) => m.list),
    }),
    add: custom({
      summary: "Add a certificate to a SAML provider, and keep the current ones",
      fields: {
        ...provider,
        certificate: text("File with the certificate: PEM, DER or SAML metadata", {
          max: 10_000,
          fromFile: true,
          syntax: "certificate",
          placeholder: "file",
        }),
      },
      arguments: ["samlProviderId", "certificate"],
      operations: [contract.get, contract.update],
      isWrite: true,
      examples: ["saml certificate add Okta new.pem", "saml certificate add Okta metadata.xml"],
      load: () => import("../features/organization/saml-certificates.ts").then((m) => m.add),
    }),
    remove: custom({
      summary: "Remove a certificate from a SAML provider",
      fields: {
        ...provider,
        fingerprint: text("SHA-256 fingerprint of the certificate, or the start of it"),
      },
      arguments: ["samlProviderId", "fingerprint"],
      operations: [contract.get, contract.update],
      isWrite: true,
      examples: ["saml certificate remove Okta 3f9a21c0"],
      load: () => import("../features/organization/saml-certificates.ts").then((m) => m.remove),
    }),
  },
});

const group = noun({
  summary: "Manage the groups of a SAML provider and their teams",
  verbs: {
    list: custom({
      summary: "List the groups of a SAML provider and their teams",
      fields: provider,
      arguments: ["samlProviderId"],
      operations: [contract.get, team.get],
      list: true,
      examples: ["saml group list Okta"],
      load: () => import("../features/organization/saml-groups.ts").then((m) => m.list),
    }),
    add: custom({
      summary: "Let the members of a group join a team at their sign-in",
      fields: { ...provider, ...groupFields },
      arguments: ["samlProviderId", "name"],
      operations: [contract.get, contract.update],
      isWrite: true,
      examples: ["saml group add Okta engineering --team Developers"],
      load: () => import("../features/organization/saml-groups.ts").then((m) => m.add),
    }),
    remove: custom({
      summary: "Remove a group from a SAML provider; team members stay",
      fields: { ...provider, ...groupFields, team: { ...groupFields.team, optional: true } },
      arguments: ["samlProviderId", "name"],
      operations: [contract.get, contract.update],
      isWrite: true,
      examples: ["saml group remove Okta engineering"],
      load: () => import("../features/organization/saml-groups.ts").then((m) => m.remove),
    }),
  },
});

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
      ...checkTitle("provider"),
      nextStep: "To list the members who can sign in: tome saml users",
      columns: record,
      extra: { metadata },
      alternative: {
        field: "metadata",
        load: () =>
          import("../features/organization/saml-metadata.ts").then((m) => m.createFromMetadata),
      },
      examples: [
        "saml create --label Okta --metadata https://id.example/metadata",
        "saml create --label Okta --entity-id https://id.example --sso-url https://id.example/sso --certificate okta.pem",
      ],
    }),
    get: query(contract.get, {
      columns: [
        ...record,
        { header: "LAST FAILURES", path: "lastFailures", wide: true, needed: true },
      ],
      examples: ["saml get Okta --jq .service.entityID"],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the SAML provider "{label}" ({id}, {status}).',
      columns: record,
      extra: { metadata },
      alternative: {
        field: "metadata",
        load: () =>
          import("../features/organization/saml-metadata.ts").then((m) => m.updateFromMetadata),
      },
      examples: [
        "saml update Okta --metadata metadata.xml",
        "saml update Okta --certificate new.pem",
        "saml update Okta --default-role guest",
      ],
    }),
    certificate,
    group,
    users: custom({
      summary: "List the members who can sign in with SAML, and why others cannot",
      fields: {
        organizationId: provider.organizationId,
        samlProviderId: optional({ ...provider.samlProviderId, help: "Provider; default all" }),
      },
      arguments: ["samlProviderId"],
      operations: [member.list, domain.list, contract.list],
      list: true,
      examples: ["saml users", "saml users Okta --filter 'can sign in=no'"],
      load: () => import("../features/organization/saml-users.ts").then((m) => m.listUsers),
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

/** The subject and expiry of each certificate in a PEM text; the text itself if it cannot be read. */
function describeCertificates(pem: string): string {
  // Loaded here, because few commands print a certificate.
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    const described = texts.map((text) => {
      const { subject, validTo } = new X509Certificate(text);
      const name = subject.split("\n").join(", ");
      return `${name}, expires ${new Date(validTo).toISOString().slice(0, 10)}`;
    });
    return described.length === 0 ? pem : described.join("; ");
  } catch {
    return pem;
  }
}
