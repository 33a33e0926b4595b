/** Domains of earlier versions that lie below a domain of another organization. */
import type { Migration } from "../migrate.ts";
import type { Queries } from "../tables.ts";

/**
 * The upgrade to domains verified each name that only one organization used. Of two organizations with
 * `example.com` and `docs.example.com`, one used a name that is not its own. A name that neither DNS
 * nor the operator has verified since is verified for neither, and sites lose it.
 */
export const endNestedDomains: Migration = (_, db) => [{ execute: () => revokeNested(db) }];

interface Claim {
  readonly organization_id: string;
  readonly domain: string;
}

async function revokeNested(db: Queries): Promise<void> {
  const verified = await db
    .selectFrom("organization_domains")
    .selectAll()
    .where("verified_at", "is not", null)
    .execute();
  const upgraded: Claim[] = [];
  for (const claim of verified) if (await isFromUpgrade(db, claim)) upgraded.push(claim);
  const disputed = upgraded.filter((claim) =>
    verified.some(
      (other) =>
        other.organization_id !== claim.organization_id &&
        (isBelow(claim.domain, other.domain) || isBelow(other.domain, claim.domain)),
    ),
  );
  for (const { organization_id, domain } of disputed) {
    await db
      .updateTable("organization_domains")
      .set({ verified_at: null, verified_by: null, finding: "taken" })
      .where("organization_id", "=", organization_id)
      .where("domain", "=", domain)
      .execute();
  }
  const left = verified.filter((claim) => !disputed.includes(claim));
  for (const id of new Set(disputed.map(({ organization_id }) => organization_id))) {
    await releaseNames(db, id, left);
  }
}

/** The upgrade used the time of the organization or site; later claims have their own time. */
async function isFromUpgrade(
  db: Queries,
  claim: Claim & {
    readonly created_at: string;
    readonly verified_at: string | null;
    readonly verified_by: string | null;
  },
): Promise<boolean> {
  const { organization_id: id, created_at, verified_at, verified_by } = claim;
  if (verified_by !== "operator" || verified_at !== created_at) return false;
  const organization = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", id)
    .where("created_at", "=", created_at)
    .executeTakeFirst();
  const site = await db
    .selectFrom("sites")
    .select("id")
    .where("organization_id", "=", id)
    .where("created_at", "=", created_at)
    .executeTakeFirst();
  return organization !== undefined || site !== undefined;
}

function isBelow(name: string, domain: string): boolean {
  return name.endsWith(`.${domain}`);
}

/** @param claims all verified domains */
async function releaseNames(
  db: Queries,
  organizationId: string,
  claims: readonly Claim[],
): Promise<void> {
  const isLost = (name: string | null | undefined) => {
    if (name === null || name === undefined) return false;
    const [owner] = claims
      .filter(({ domain }) => name === domain || isBelow(name, domain))
      .toSorted((one, other) => other.domain.length - one.domain.length);
    return owner?.organization_id !== organizationId;
  };
  const sites = await db
    .selectFrom("sites")
    .select(["id", "hostname", "proxy"])
    .where("organization_id", "=", organizationId)
    .execute();
  for (const { id, hostname, proxy } of sites) {
    const columns = {
      ...(isLost(hostname) && { hostname: null, hostname_status: null }),
      ...(isLost(proxy?.split("/", 1)[0]) && { proxy: null }),
    };
    if (Object.keys(columns).length === 0) continue;
    await db.updateTable("sites").set(columns).where("id", "=", id).execute();
  }
}
