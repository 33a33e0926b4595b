/** Rows of organizations: create one, and present one. */
import type { Output } from "../../../contract/endpoint.ts";
import type { OrganizationMergeRules } from "../../../contract/merge-rules.model.ts";
import type * as contract from "../../../contract/organization.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { getPermissions, type Membership } from "../access/access.ts";
import { presentDefaultContent } from "../default-content.ts";
import { createResourceUrls } from "../deferred-response.ts";

type Organization = Output<typeof contract.get>;

/** The merge rules of a new organization, also shown to users outside an organization. */
const noRules: OrganizationMergeRules = { type: "none" };

/** A new organization with its default settings. */
export function createOrganizationRow(
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

/** Presents an organization to one of its members. */
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
    permissions: listPermissions(membership),
  };
}

/**
 * Presents an organization to a user outside it, with the settings that joining needs. The merge
 * rules are presented as none, because they name users.
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

function listPermissions({ role, owns_team }: Membership) {
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
    urls: { ...createResourceUrls(base, "orgs", row.id), logo: row.logo ?? undefined },
    // There are no paid plans, so there is no trial.
    trial: { status: "notapplicable", count: 0 },
  };
}
