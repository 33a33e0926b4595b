/** The job that looks up where a hostname of a site leads. */
import type { LongJob } from "../../jobs/job.ts";
import type { HostnameLookup } from "./hostname-lookup.ts";
import type { HostnameStatus } from "./tables.ts";

export const checkHostname: LongJob = {
  async prepare(payload, { outside }) {
    const { siteId, hostname, own } = payload as HostnameLookup;
    const status = await statusOf(hostname, own, outside.addressesOf);
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

/** @param addressesOf asks the name servers; empty for a name that leads nowhere */
export async function statusOf(
  hostname: string,
  own: string,
  addressesOf: (name: string) => Promise<readonly string[]>,
): Promise<HostnameStatus> {
  const found = await addressesOf(hostname);
  if (found.length === 0) return "dns_no_cname";
  const platform = new Set(await addressesOf(own));
  return found.some((address) => platform.has(address)) ? "dns_passed" : "dns_wrong_cname";
}
