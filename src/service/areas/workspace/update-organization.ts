/** Updates of organization settings. */
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/organization.ts";
import { ApiError } from "../../../errors.ts";
import { checkDefaultContent } from "../../core/default-content.ts";
import { claimDomains } from "../../core/domains.ts";
import { normalizeDomains } from "../../core/email-domains.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { OrganizationTable, Queries } from "../../database/tables.ts";
import { checkReviewers } from "./merge-rules.ts";

type OrganizationChanges = Omit<Input<typeof update>, "organizationId">;

/** @throws ApiError 400 for an invalid value, 409 if another organization has the hostname */
export async function updateOrganization(
  call: Call,
  organizationId: string,
  changes: OrganizationChanges,
): Promise<void> {
  const { db } = call;
  const { title, emailDomains, hostname, defaultRole, defaultContent, logo } = changes;
  const { sso, ai, inviteLinks, mergeRules } = changes;
  refuseBlank("title", title);
  await checkHostname(db, organizationId, hostname);
  await checkDefaultContent(db, organizationId, defaultContent);
  await checkReviewers(db, organizationId, mergeRules);
  const columns: Partial<OrganizationTable> = {};
  if (title !== undefined) columns.title = title;
  if (emailDomains !== undefined) {
    const domains = normalizeDomains(emailDomains);
    columns.email_domains = JSON.stringify(domains);
    await claimDomains(call, organizationId, domains);
  }
  if (hostname !== undefined) columns.hostname = hostname;
  if (defaultRole !== undefined) columns.default_role = defaultRole;
  if (defaultContent !== undefined) {
    columns.default_content = defaultContent && JSON.stringify(defaultContent);
  }
  if (logo !== undefined) columns.logo = logo;
  if (sso !== undefined) columns.sso = Number(sso);
  if (ai !== undefined) columns.ai = Number(ai);
  if (inviteLinks !== undefined) columns.invite_links = Number(inviteLinks);
  if (mergeRules !== undefined) columns.merge_rules = JSON.stringify(mergeRules);
  if (Object.keys(columns).length === 0) return;
  await db.updateTable("organizations").set(columns).where("id", "=", organizationId).execute();
}

async function checkHostname(
  db: Queries,
  organizationId: string,
  hostname: string | undefined,
): Promise<void> {
  if (hostname === undefined) return;
  const otherOrganization = await db
    .selectFrom("organizations")
    .select("id")
    .where("hostname", "=", hostname)
    .where("id", "<>", organizationId)
    .executeTakeFirst();
  if (otherOrganization) {
    throw new ApiError(
      409,
      `hostname ${hostname} is already used by another organization. Choose another hostname.`,
      {
        field: "hostname",
      },
    );
  }
}
