/** The job that looks up where a hostname of a site leads. */
import { authorize } from "../../core/access.ts";
import type { Queries } from "../../database/tables.ts";
import type { JobPermission, LongJob } from "../../jobs/job.ts";
import type { HostnameLookup } from "./hostname-lookup.ts";
import { requireSite } from "./queries.ts";
import type { HostnameStatus } from "./tables.ts";

export const checkHostname: LongJob = {
  async prepare(payload, { outside }) {
    const { siteId, hostname, own } = payload as HostnameLookup;
    const status = await loadStatus(hostname, own, outside.loadAddresses);
    return async ({ db }) => {
      await db
        .updateTable("sites")
        .set({ hostname_status: status })
        .where("id", "=", siteId)
        // It may have another one meanwhile.
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
    // The result of an earlier lookup is still true.
    await db
      .updateTable("sites")
      .set({ hostname_status: "internal_error" })
      .where("id", "=", site.id)
      .where("hostname_status", "is", null)
      .execute();
    return { operation, target: { type: "site", id: site.id } };
  },
};

/** @returns absent if it is gone, or has another hostname by now */
function findLookupFindSite(db: Queries, payload: unknown) {
  const { siteId, hostname } = payload as HostnameLookup;
  return db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("id", "=", siteId)
    .where("hostname", "=", hostname)
    .executeTakeFirst();
}

/** @param addressesOf asks the name servers; empty for a name that leads nowhere */
export async function loadStatus(
  hostname: string,
  own: string,
  loadAddresses: (name: string) => Promise<readonly string[]>,
): Promise<HostnameStatus> {
  const found = await loadAddresses(hostname);
  if (found.length === 0) return "dns_no_cname";
  const platform = new Set(await loadAddresses(own));
  return found.some((address) => platform.has(address)) ? "dns_passed" : "dns_wrong_cname";
}
