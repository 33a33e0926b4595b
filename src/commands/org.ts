/** `tome org`. */

import type { PrintedColumn } from "../context.ts";
import * as usage from "../contract/ai-usage.ts";
import * as members from "../contract/member.ts";
import * as contract from "../contract/organization.ts";
import * as invites from "../contract/organization-invite.ts";
import { addressColumn, createdColumn, idColumn, titleColumn } from "./columns.ts";
import { spaceSearchColumns } from "./content-words.ts";
import { optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { ask, questions } from "./org-ask.ts";
import { commands as audit } from "./org-audit.ts";
import { commands as domain } from "./org-domain.ts";
import { commands as file } from "./org-file.ts";
import { commands as font } from "./org-font.ts";
import { commands as instructions } from "./org-instructions.ts";
import { commands as invite } from "./org-invite.ts";
import { commands as styleGuide } from "./org-style-guide.ts";
import { commands as webhook } from "./org-webhook.ts";
import type { OutcomeText } from "./outcomes.ts";
import { parseTime } from "./times.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const record: readonly PrintedColumn[] = [
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
const organization = { arguments: ["organizationId"], usesDefault: true } as const;

/** Domains take effect once they are verified, which the response does not contain. */
const describeWaitingDomains: OutcomeText = ({ id, title }, { emailDomains }) =>
  Array.isArray(emailDomains) && emailDomains.length > 0
    ? `Changed the organization "${title}" (${id}). Email domains take effect once they are verified: tome org domain list`
    : undefined;

/** `tome search` and `tome org search`. */
export const search = query(contract.search, {
  arguments: ["query"],
  columns: spaceSearchColumns,
  emptyText: "No results.",
  examples: ['search "rate limit"', "search install --json title,pages.path"],
});

const { organizationId, from, to, interval } = getCommandFields(usage.get);

const aiUsage = custom({
  summary: usage.get.summary,
  fields: {
    organizationId,
    from: optional({ ...from, help: "Start, at most two years ago; default 30d" }),
    to: optional({ ...to, help: "End, exclusive; default now" }),
    interval,
  },
  operations: [usage.get],
  list: true,
  examples: ["org ai-usage", "org ai-usage --since 2026-01-01 --interval month --json"],
  load: async () => {
    const { showUsage } = await import("../features/organization/ai-usage.ts");
    return (context, input) =>
      showUsage(context, {
        from: parseTime("--since", "30d", "since"),
        to: new Date().toISOString(),
        ...input,
      });
  },
});

export const commands = noun({
  summary: "Manage organizations",
  verbs: {
    list: query(contract.list, {
      columns: [idColumn, titleColumn, { header: "TYPE", path: "type" }, createdColumn],
      emptyText: "You are not a member of any organization.",
    }),
    create: mutation(contract.create, {
      doneText: 'Created the organization "{title}" ({id}).',
      columns: record,
      examples: ["org create --title Acme --email-domain acme.example"],
    }),
    get: query(contract.get, { ...organization, columns: record }),
    update: mutation(contract.update, {
      ...organization,
      doneText: 'Changed the organization "{title}" ({id}).',
      toOutcome: describeWaitingDomains,
      columns: record,
      examples: [
        "org update --default-role read",
        "org update Acme --default-content space:Handbook",
      ],
    }),
    search,
    ask,
    questions,
    join: mutation([invites.accept, contract.join], {
      ...organization,
      summary: "Join an organization by invite or email domain",
      doneText: "Joined the organization {organizationId}.",
      examples: ["org join O1", "org join O1 --invite I1"],
    }),
    ping: mutation(members.ping, {
      doneText: "Recorded your activity.",
      columns: [{ header: "VISITOR CLAIMS", path: "gitbookVisitorClaims", wide: true }],
      examples: ["org ping --jq .gitbookVisitorClaims"],
    }),
    "for-domain": query(contract.forDomain, {
      columns: [idColumn, titleColumn],
      emptyText: "No organization accepts this email domain.",
      listIn: "organizations",
      examples: ["org for-domain acme.example"],
    }),
    domain,
    webhook,
    invite,
    audit,
    instructions,
    "style-guide": styleGuide,
    font,
    file,
    "ai-usage": aiUsage,
  },
});
