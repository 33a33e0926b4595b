/** `tome org`. */

import type { Column } from "../context.ts";
import * as members from "../contract/member.ts";
import * as contract from "../contract/organization.ts";
import * as invites from "../contract/organization-invite.ts";
import { addressColumn, createdColumn, idColumn, titleColumn } from "./columns.ts";
import { spaceSearchColumns } from "./content-words.ts";
import { commands as audit } from "./org-audit.ts";
import { commands as domain } from "./org-domain.ts";
import { commands as instructions } from "./org-instructions.ts";
import { commands as invite } from "./org-invite.ts";
import type { Outcome } from "./outcomes.ts";
import { act, noun, show } from "./verb.ts";

const record: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "TYPE", path: "type" },
  { header: "HOSTNAME", path: "hostname" },
  { header: "EMAIL DOMAINS", path: "emailDomains", as: "list" },
  { header: "DEFAULT ROLE", path: "defaultRole" },
  { header: "SINGLE SIGN-ON", path: "sso", as: "flag" },
  { header: "AI", path: "ai", as: "flag" },
  { header: "INVITE LINKS", path: "inviteLinks", as: "flag" },
  { header: "MERGE RULES", path: "mergeRules.type" },
  { header: "REQUIRED", path: "mergeRules.rules.rule", as: "list", forPeople: true },
  createdColumn,
  addressColumn,
];

/** The organization is an argument, and may come from the settings. */
const organization = { arguments: ["organizationId"], mayDefault: true } as const;

/** Domains take effect once they are verified, which the response does not contain. */
const domainsWait: Outcome = ({ id, title }, { emailDomains }) =>
  Array.isArray(emailDomains) && emailDomains.length > 0
    ? `Changed the organization "${title}" (${id}). Email domains take effect once they are verified: tome org domain list`
    : undefined;

export const commands = noun({
  does: "Manage organizations",
  verbs: {
    list: show(contract.list, {
      columns: [idColumn, titleColumn, { header: "TYPE", path: "type" }, createdColumn],
      none: "You are not a member of any organization.",
    }),
    create: act(contract.create, {
      done: 'Created the organization "{title}" ({id}).',
      columns: record,
      examples: ["org create --title Acme --email-domain acme.example"],
    }),
    get: show(contract.get, { ...organization, columns: record }),
    update: act(contract.update, {
      ...organization,
      done: 'Changed the organization "{title}" ({id}).',
      outcome: domainsWait,
      columns: record,
      examples: [
        "org update --default-role read",
        "org update Acme --default-content space:Handbook",
      ],
    }),
    search: show(contract.search, {
      arguments: ["query"],
      columns: spaceSearchColumns,
      none: "No results.",
      examples: ['org search "rate limit"', "org search install --json title,pages.path"],
    }),
    join: act([invites.accept, contract.join], {
      ...organization,
      does: "Join an organization by invite or email domain",
      done: "Joined the organization {organizationId}.",
      examples: ["org join O1", "org join O1 --invite I1"],
    }),
    ping: act(members.ping, {
      done: "Recorded your activity.",
      columns: [{ header: "VISITOR CLAIMS", path: "gitbookVisitorClaims", wide: true }],
      examples: ["org ping --jq .gitbookVisitorClaims"],
    }),
    "for-domain": show(contract.forDomain, {
      columns: [idColumn, titleColumn],
      none: "No organization accepts this email domain.",
      listIn: "organizations",
      examples: ["org for-domain acme.example"],
    }),
    domain,
    invite,
    audit,
    instructions,
  },
});
