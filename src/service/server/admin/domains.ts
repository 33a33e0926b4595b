/** Domain verification by the operator. */
import type { Output } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { recordDomainChange } from "../../areas/audit/record-domain.ts";
import { presentDomain } from "../../areas/workspace/organization-domain.ts";
import { addClaim, findClaim, revokeDomain, verifyDomain } from "../../core/domains.ts";
import { normalizeDomain } from "../../core/email-domains.ts";
import type { Call } from "../../core/handlers.ts";
import type { OrganizationDomainTable, Queries } from "../../database/tables.ts";
import type * as contract from "./endpoints.ts";
import { findOrganization } from "./named.ts";

export interface DomainRequest {
  readonly domain: string;
  /** The id or title of the organization. */
  readonly organization: string;
}

/** The transaction of the operator's decision. */
type DecisionCall = Pick<Call, "db" | "now" | "newId">;

type DomainRow = Output<typeof contract.vouchForDomain>;

export async function listDomains(db: Queries): Promise<Output<typeof contract.listDomains>> {
  const rows = await db
    .selectFrom("organization_domains")
    .innerJoin("organizations", "organizations.id", "organization_domains.organization_id")
    .selectAll("organization_domains")
    .select("organizations.title")
    .orderBy("domain")
    .orderBy("organization_domains.created_at")
    .orderBy("organization_id")
    .execute();
  return { items: rows.map(({ title, ...row }) => show(row, title)) };
}

/**
 * @throws ApiError 400 for an invalid domain name, 404 for an unknown organization, 409 if another
 * organization owns the domain
 */
export async function vouchForDomain(
  call: DecisionCall,
  { domain, organization }: DomainRequest,
): Promise<DomainRow> {
  const { db, now } = call;
  const organizationId = await findOrganization(db, organization);
  const name = normalizeDomain(domain);
  if (name === undefined) {
    const text = `domain ${JSON.stringify(domain)} is not a domain name. Use the form example.com.`;
    throw new ApiError(400, text, { field: "domain" });
  }
  await addClaim(db, organizationId, name, now);
  const before = await findClaim(db, organizationId, name);
  if (!(await verifyDomain(db, { organizationId, domain: name, by: "operator", now }))) {
    throw new ApiError(
      409,
      `${name} or a domain above it belongs to another organization. Revoke that claim first.`,
      { field: "domain", hint: "tome local domain list" },
    );
  }
  if (before?.verified_at === null) {
    const change = { domain: name, isVerified: true, by: "operator" } as const;
    await recordDomainChange(call, organizationId, change);
  }
  return read(db, organizationId, name);
}

/** @throws ApiError 404 if the organization does not claim the domain */
export async function revokeClaim(
  call: DecisionCall,
  { domain, organization }: DomainRequest,
): Promise<DomainRow> {
  const { db } = call;
  const organizationId = await findOrganization(db, organization);
  const name = normalizeDomain(domain) ?? domain;
  const claim = await findClaim(db, organizationId, name);
  if (!claim) throw createNotClaimedError(name);
  await revokeDomain(db, organizationId, name);
  if (claim.verified_at !== null) {
    const change = { domain: name, isVerified: false, by: "operator" } as const;
    await recordDomainChange(call, organizationId, change);
  }
  return read(db, organizationId, name);
}

async function read(db: Queries, organizationId: string, domain: string): Promise<DomainRow> {
  const claim = await findClaim(db, organizationId, domain);
  if (!claim) throw createNotClaimedError(domain);
  const { title } = await db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return show(claim, title);
}

function show(row: OrganizationDomainTable, title: string): DomainRow {
  return { ...presentDomain(row), organization: { id: row.organization_id, title } };
}

function createNotClaimedError(domain: string): ApiError {
  return new ApiError(404, `The organization does not claim ${domain}.`, { field: "domain" });
}
