/** The job that checks the DNS records of a site's custom hostname. */
import { authorize } from "../../../core/access/access.ts";
import type { Queries } from "../../../database/tables.ts";
import type { JobPermission, LongJob } from "../../../jobs/job.ts";
import { requireSite } from "../queries.ts";
import type { HostnameStatus } from "../tables.ts";
import type { HostnameLookup } from "./hostname-lookup.ts";

export const checkHostname: LongJob = {
  async prepare(payload, { outside }) {
    const { siteId, hostname, own } = payload as HostnameLookup;
    const status = await loadStatus(hostname, own, outside.loadAddresses);
    return async ({ db }) => {
      await db
        .updateTable("sites")
        .set({ hostname_status: status })
        .where("id", "=", siteId)
        // The hostname may have been changed in the meantime.
        .where("hostname", "=", hostname)
        .execute();
    };
  },
};

const operation = "dnsRevalidateCustomHostname";

export const hostnamePermission: JobPermission = {
  async authorize(payload, call) {
    const site = await findLookupFindSite(call.db, payload);
    if (!site) return;
    const { id: siteId, organization_id: organizationId } = site;
    await call.requireScope(operation, { organizationId, siteId });
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, operation);
  },

  async end(payload, _end, { db }) {
    const site = await findLookupFindSite(db, payload);
    if (!site) return undefined;
    // Keeps the result of an earlier lookup.
    await db
      .updateTable("sites")
      .set({ hostname_status: "internal_error" })
      .where("id", "=", site.id)
      .where("hostname_status", "is", null)
      .execute();
    return { operation, target: { type: "site", id: site.id } };
  },
};

/** @returns undefined if the site was deleted or its hostname was changed */
function findLookupFindSite(db: Queries, payload: unknown) {
  const { siteId, hostname } = payload as HostnameLookup;
  return db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("id", "=", siteId)
    .where("hostname", "=", hostname)
    .executeTakeFirst();
}

/** @param loadAddresses resolves a hostname to IP addresses; empty if it does not exist */
export async function loadStatus(
  hostname: string,
  own: string,
  loadAddresses: (name: string) => Promise<readonly string[]>,
): Promise<HostnameStatus> {
  const addresses = await loadAddresses(hostname);
  if (addresses.length === 0) return "dns_no_cname";
  const platform = new Set(await loadAddresses(own));
  return addresses.some((address) => platform.has(address)) ? "dns_passed" : "dns_wrong_cname";
}
