/** Organizations: the row of a new one, and presenting one. */
import type { Output } from "../../contract/endpoint.ts";
import type { OrganizationMergeRules } from "../../contract/merge-rules.model.ts";
import type * as contract from "../../contract/organization.ts";
import type { OrganizationTable } from "../database/tables.ts";
import { getPermissions, type Membership } from "./access.ts";
import { resourceUrls } from "./answers.ts";
import { presentDefaultContent } from "./default-content.ts";

type Organization = Output<typeof contract.get>;

/** The merge rules of a new organization, and what strangers see in place of an organization's rules. */
const noRules: OrganizationMergeRules = { type: "none" };

/** A new organization, with the settings that it starts with. */
export function newOrganization(
  id: string,
  title: string,
  emailDomains: readonly string[],
  createdAt: string,
): OrganizationTable {
  return {
    id,
    title,
    type: "business",
    use_case: null,
    email_domains: JSON.stringify(emailDomains),
    hostname: null,
    default_role: null,
    default_content: null,
    logo: null,
    sso: 0,
    ai: 0,
    invite_links: 1,
    merge_rules: JSON.stringify(noRules),
    created_at: createdAt,
  };
}

/** An organization, as one of its members sees it. */
export function presentOrganization(
  row: OrganizationTable,
  membership: Membership,
  base: string,
): Organization {
  const emailDomains: string[] = JSON.parse(row.email_domains);
  const mergeRules: OrganizationMergeRules = JSON.parse(row.merge_rules);
  return {
    ...presentPublicPart(row, base),
    emailDomains,
    hostname: row.hostname ?? undefined,
    useCase: row.use_case ?? undefined,
    defaultRole: row.default_role,
    defaultContent: presentDefaultContent(row.default_content),
    sso: row.sso === 1,
    ai: row.ai === 1,
    auditLogs: true,
    mergeRules,
    permissions: permissionsIn(membership),
  };
}

/**
 * An organization as someone outside it sees it: what it is, and no more of its settings than joining
 * needs. Its merge rules name people, so they are answered as none.
 * @param emailDomain the domain by which the caller may join; undefined if they may not
 */
export function presentToStranger(
  row: OrganizationTable,
  emailDomain: string | undefined,
  base: string,
): Organization {
  return {
    ...presentPublicPart(row, base),
    emailDomains: emailDomain === undefined ? [] : [emailDomain],
    mergeRules: noRules,
    permissions: getPermissions("organization", undefined),
  };
}

function permissionsIn({ role, owns_team }: Membership) {
  return getPermissions("organization", role, owns_team === 1 ? ["owner of the team"] : []);
}

function presentPublicPart(row: OrganizationTable, base: string) {
  return {
    object: "organization" as const,
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    type: row.type,
    inviteLinks: row.invite_links === 1,
    plan: "free_2024",
    urls: { ...resourceUrls(base, "orgs", row.id), logo: row.logo ?? undefined },
    // Nothing is sold, so nothing can be tried.
    trial: { status: "notapplicable", count: 0 },
  };
}
