/** The job that verifies a domain by its TXT record. */
import {
  buildVerificationRecord,
  findClaim,
  findDomainOwner,
  revokeDomain,
  verifyDomain,
} from "../../core/domains.ts";
import type { OrganizationDomainTable, Queries } from "../../database/tables.ts";
import type { LongJob } from "../../jobs/job.ts";

export interface DomainCheck {
  readonly organizationId: string;
  readonly domain: string;
}

/**
 * A missing record does not revoke a verification, because name servers can fail. It only allows
 * another organization to verify the domain with its own record.
 */
export const checkDomain: LongJob = {
  async prepare(payload, { outside }) {
    const { organizationId, domain } = payload as DomainCheck;
    const { name, value } = buildVerificationRecord(organizationId, domain);
    const records = await outside.lookUpTextRecords(name);
    return async ({ db, now }) => {
      const claim = await findClaim(db, organizationId, domain);
      if (!claim) return;
      if (records.includes(value)) {
        await endLapsedClaim(db, claim, records);
        await verifyDomain(db, { organizationId, domain, by: "dns", now });
      }
      const isOwner = (await findDomainOwner(db, domain)) === organizationId;
      const finding = isOwner ? null : describeFinding(records, value);
      await db
        .updateTable("organization_domains")
        .set({ checked_at: now.toISOString(), finding })
        .where("organization_id", "=", organizationId)
        .where("domain", "=", domain)
        .execute();
    };
  },
};

function describeFinding(
  records: readonly string[],
  value: string,
): OrganizationDomainTable["finding"] {
  if (records.includes(value)) return "taken";
  return records.length === 0 ? "no_record" : "wrong_record";
}

/** Revokes the verification of another organization whose TXT record no longer exists. */
async function endLapsedClaim(
  db: Queries,
  { organization_id, domain }: OrganizationDomainTable,
  records: readonly string[],
): Promise<void> {
  const otherClaim = await db
    .selectFrom("organization_domains")
    .selectAll()
    .where("domain", "=", domain)
    .where("organization_id", "<>", organization_id)
    .where("verified_by", "=", "dns")
    .executeTakeFirst();
  if (!otherClaim) return;
  const { value } = buildVerificationRecord(otherClaim.organization_id, domain);
  if (!records.includes(value)) await revokeDomain(db, otherClaim.organization_id, domain);
}
