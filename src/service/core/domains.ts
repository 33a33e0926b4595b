/**
 * Domain claims of organizations. A claim is verified by a TXT record or by the operator. A
 * verified domain and all names below it belong to the organization, except for more specific
 * domains that another organization has verified.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { ApiError } from "../../errors.ts";
import type { OrganizationDomainTable, Queries } from "../database/tables.ts";
import { isOperator } from "./access/operator.ts";
import { getEmailDomain } from "./email-domains.ts";
import type { Call } from "./handlers.ts";

export type Verifier = NonNullable<OrganizationDomainTable["verified_by"]>;

/** The TXT record that verifies a claim. */
export interface VerificationRecord {
  readonly name: string;
  readonly value: string;
}

/**
 * The value is derived from the claim: it identifies the organization that set the record, and is
 * not a secret.
 */
export function buildVerificationRecord(
  organizationId: string,
  domain: string,
): VerificationRecord {
  const token = createHash("sha256").update(`${organizationId} ${domain}`).digest("base64url");
  return { name: `_tome-verification.${domain}`, value: `tome-verification=${token}` };
}

/**
 * A name and its parent domains, the most specific first: `a.b.example`, `b.example`, `example`.
 */
function listDomainsAbove(name: string): string[] {
  const labels = name.toLowerCase().split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

/**
 * @returns the id of the organization that owns a hostname or domain; undefined if there is none
 */
export async function findDomainOwner(db: Queries, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("organization_domains")
    .select("organization_id")
    .where("domain", "in", listDomainsAbove(name))
    .where("verified_at", "is not", null)
    .orderBy(sql`length(domain)`, "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.organization_id;
}

export async function ownsDomain(
  db: Queries,
  organizationId: string,
  name: string,
): Promise<boolean> {
  return (await findDomainOwner(db, name)) === organizationId;
}

/** Whether the organization has a verified domain for the email address. */
export async function ownsEmail(
  db: Queries,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const domain = getEmailDomain(email);
  return domain !== undefined && (await ownsDomain(db, organizationId, domain));
}

export async function findClaim(
  db: Queries,
  organizationId: string,
  domain: string,
): Promise<OrganizationDomainTable | undefined> {
  return db
    .selectFrom("organization_domains")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .executeTakeFirst();
}

/**
 * Records domain claims of an organization. Claims of the operator are verified at once, unless
 * another organization owns the domain.
 */
export async function claimDomains(
  call: Pick<Call, "db" | "caller" | "now" | "agent" | "boundTo">,
  organizationId: string,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  const { db, now } = call;
  const isVouched = await isOperator(call);
  for (const domain of domains) {
    await addClaim(db, organizationId, domain, now);
    if (isVouched) await verifyDomain(db, { organizationId, domain, by: "operator", now });
  }
}

export async function addClaim(
  db: Queries,
  organizationId: string,
  domain: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("organization_domains")
    .values({
      organization_id: organizationId,
      domain,
      created_at: now.toISOString(),
      verified_at: null,
      verified_by: null,
      checked_at: null,
      finding: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Verification {
  readonly organizationId: string;
  readonly domain: string;
  readonly by: Verifier;
  readonly now: Date;
}

/**
 * Verifies an existing claim.
 * @returns whether the domain belongs to the organization now; false if another one owns it or a
 * parent domain
 */
export async function verifyDomain(
  db: Queries,
  { organizationId, domain, by, now }: Verification,
): Promise<boolean> {
  const owner = await findDomainOwner(db, domain);
  if (owner !== undefined && owner !== organizationId) return false;
  await db
    .updateTable("organization_domains")
    .set({ verified_at: now.toISOString(), verified_by: by, finding: null })
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .where("verified_at", "is", null)
    .execute();
  return true;
}

/**
 * Revokes a verification; the claim remains. Sites lose the hostnames and proxies that are not
 * covered by another verified domain of the organization.
 */
export async function revokeDomain(
  db: Queries,
  organizationId: string,
  domain: string,
): Promise<void> {
  await db
    .updateTable("organization_domains")
    .set({ verified_at: null, verified_by: null })
    .where("organization_id", "=", organizationId)
    .where("domain", "=", domain)
    .execute();
  await releaseHosts(db, organizationId);
}

/** Removes the hostnames and proxies from sites that no longer belong to the organization. */
export async function releaseHosts(db: Queries, organizationId: string): Promise<void> {
  const sites = await db
    .selectFrom("sites")
    .select(["id", "hostname", "proxy"])
    .where("organization_id", "=", organizationId)
    .where((row) => row.or([row("hostname", "is not", null), row("proxy", "is not", null)]))
    .execute();
  for (const { id, hostname, proxy } of sites) {
    const isLost = async (name: string | null) =>
      name !== null && !(await ownsDomain(db, organizationId, name));
    const lostHosts = {
      ...((await isLost(hostname)) && { hostname: null, hostname_status: null }),
      ...((await isLost(proxy && getProxyHost(proxy))) && { proxy: null }),
    };
    if (Object.keys(lostHosts).length === 0) continue;
    await db.updateTable("sites").set(lostHosts).where("id", "=", id).execute();
  }
}

/** The hostname of `docs.example.com/help`. */
export function getProxyHost(proxy: string): string {
  return proxy.split("/", 1)[0] ?? "";
}

/**
 * Checks that an organization may use a hostname. A hostname set by the operator is verified at
 * once, unless it belongs to another organization.
 * @param field the input field
 * @throws ApiError 409 for a name below another organization's domain, 412 for one that no verified
 * domain covers, with the record that verifies it
 */
export async function requireHost(
  call: Pick<Call, "db" | "caller" | "now" | "agent" | "boundTo">,
  organizationId: string,
  field: string,
  host: string,
): Promise<void> {
  const owner = await findDomainOwner(call.db, host);
  if (owner === organizationId) return;
  if (owner !== undefined) {
    throw new ApiError(
      409,
      `${field} ${host} belongs to another organization. Choose another hostname.`,
      {
        field,
      },
    );
  }
  if (await isOperator(call)) {
    await claimDomains(call, organizationId, [host]);
    return;
  }
  const { name, value } = buildVerificationRecord(organizationId, host);
  throw new ApiError(
    412,
    `${field} ${host} is not covered by a verified domain of the organization. Claim the domain, set the TXT record ${name} to ${value}, and check the domain.`,
    { field, hint: `tome org domain add ${host}` },
  );
}
