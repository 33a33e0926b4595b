/** Handlers for the domains of organizations. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/organization-domain.ts";
import type { RuleOperation } from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import {
  buildVerificationRecord,
  claimDomains,
  findClaim,
  revokeDomain,
} from "../../core/domains.ts";
import { normalizeDomain } from "../../core/email-domains.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, inOrder } from "../../core/pages.ts";
import type { OrganizationDomainTable } from "../../database/tables.ts";
import type { DomainCheck } from "./check-domain.ts";

export const handlers = {
  /** Ordered by age, oldest first. */
  async list({ organizationId, ...paging }, call) {
    await requireAdmin(call, organizationId, "listOrganizationDomains");
    return buildPage({
      page: paging.page,
      limit: paging.limit,
      list: `domains of organization ${organizationId}`,
      read: (after, take) =>
        call.db
          .selectFrom("organization_domains")
          .selectAll()
          .where("organization_id", "=", organizationId)
          .$call((query) => inOrder(query, ["created_at", "domain"], after))
          .limit(take)
          .execute(),
      key: (row) => [row.created_at, row.domain],
      show: presentDomain,
    });
  },

  async get({ organizationId, domain }, call) {
    await requireAdmin(call, organizationId, "getOrganizationDomain");
    return presentDomain(await requireClaim(call, organizationId, domain));
  },

  async add({ organizationId, domain }, call) {
    await requireAdmin(call, organizationId, "addOrganizationDomain");
    const name = normalizeDomain(domain);
    if (name === undefined) {
      const text = `domain ${JSON.stringify(domain)} is not a valid domain name. Use a name such as example.com.`;
      throw new ApiError(400, text, { field: "domain" });
    }
    await claimDomains(call, organizationId, [name]);
    return presentDomain(await requireClaim(call, organizationId, name));
  },

  async check({ organizationId, domain }, call) {
    await requireAdmin(call, organizationId, "checkOrganizationDomain");
    const claim = await requireClaim(call, organizationId, domain);
    const payload: DomainCheck = { organizationId, domain: claim.domain };
    await call.enqueue({ kind: "check-domain", payload });
    return undefined;
  },

  async remove({ organizationId, domain }, call) {
    await requireAdmin(call, organizationId, "removeOrganizationDomain");
    const claim = await findClaim(call.db, organizationId, normalizeDomain(domain) ?? domain);
    if (!claim) return false;
    await revokeDomain(call.db, organizationId, claim.domain);
    await call.db
      .deleteFrom("organization_domains")
      .where("organization_id", "=", organizationId)
      .where("domain", "=", claim.domain)
      .execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

async function requireAdmin(
  call: Call,
  organizationId: string,
  rule: RuleOperation,
): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, rule);
}

/** @throws ApiError 404 */
async function requireClaim(
  { db }: Call,
  organizationId: string,
  domain: string,
): Promise<OrganizationDomainTable> {
  const claim = await findClaim(db, organizationId, normalizeDomain(domain) ?? domain);
  if (!claim) throw createNotFoundError("domain", domain, "domain");
  return claim;
}

export function presentDomain(row: OrganizationDomainTable): Output<typeof contract.get> {
  const record = buildVerificationRecord(row.organization_id, row.domain);
  return {
    object: "organization-domain",
    domain: row.domain,
    status: row.verified_at === null ? (row.finding ?? "pending") : "verified",
    verifiedBy: row.verified_by ?? undefined,
    verifiedAt: row.verified_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    createdAt: row.created_at,
    record: { type: "TXT", ...record },
  };
}
