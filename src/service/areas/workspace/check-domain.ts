/** The job that verifies a domain by its TXT record. */
import {
  buildVerificationRecord,
  findClaim,
  findDomainOwner,
  revokeDomain,
  verifyDomain,
} from "../../core/domains.ts";
import type { OrganizationDomainTable } from "../../database/tables.ts";
import type { JobCall, LongJob } from "../../jobs/job.ts";
import { recordDomainChange } from "../audit/record-domain.ts";

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
    return async (call) => {
      const { db, now } = call;
      const claim = await findClaim(db, organizationId, domain);
      if (!claim) return;
      if (records.includes(value)) {
        await endLapsedClaim(call, claim, records);
        const isVerified = await verifyDomain(db, { organizationId, domain, by: "dns", now });
        if (isVerified && claim.verified_at === null) {
          await recordDomainChange(call, organizationId, { domain, isVerified, by: "dns" });
        }
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
  call: JobCall,
  { organization_id, domain }: OrganizationDomainTable,
  records: readonly string[],
): Promise<void> {
  const { db } = call;
  const otherClaim = await db
    .selectFrom("organization_domains")
    .selectAll()
    .where("domain", "=", domain)
    .where("organization_id", "<>", organization_id)
    .where("verified_by", "=", "dns")
    .executeTakeFirst();
  if (!otherClaim) return;
  const { organization_id: otherId } = otherClaim;
  if (records.includes(buildVerificationRecord(otherId, domain).value)) return;
  await revokeDomain(db, otherId, domain);
  await recordDomainChange(call, otherId, { domain, isVerified: false, by: "dns" });
}
