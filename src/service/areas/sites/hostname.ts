/** The handlers of the names of hosts. */
import type * as contract from "../../../contract/hostname.ts";
import { Problem } from "../../../errors.ts";
import { authorize, membershipIn } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lookUpHostname } from "./hostname-lookup.ts";
import { findSite, type SiteAccess } from "./queries.ts";

export const handlers = {
  async get({ hostname }, call) {
    const { row } = await requireByHostname(call, hostname);
    return {
      object: "custom-hostname",
      hostname,
      target: { type: "site", site: row.id },
      isActive: true,
      status: row.hostname_status ?? undefined,
      urls: { location: `${call.base}/v1/custom-hostnames/${hostname}` },
    };
  },

  async check({ hostname }, call) {
    const { row, role } = await requireByHostname(call, hostname);
    authorize(role, "dnsRevalidateCustomHostname");
    if (!(await lookUpHostname(call, row, hostname))) {
      const where = `this platform was asked at ${call.base}, which is on this machine alone`;
      const text = `Nothing leads from ${hostname} to here: ${where}; ask it by the name that others use.`;
      throw new Problem(409, text, { field: "hostname" });
    }
    return undefined;
  },

  async remove({ hostname }, call) {
    const found = await findByHostname(call, hostname);
    if (!found) return false;
    authorize(found.role, "removeCustomHostname");
    await call.db
      .updateTable("sites")
      .set({ hostname: null, hostname_status: null })
      .where("id", "=", found.row.id)
      .execute();
    return true;
  },

  async subdomain({ subdomain }, call) {
    const row = await call.db
      .selectFrom("organizations")
      .select("id")
      .where("hostname", "=", subdomain)
      .executeTakeFirst();
    if (!row || !(await membershipIn(call, row.id))) {
      const text = `No organization that you are in has the hostname ${subdomain}.`;
      throw new Problem(404, text, { field: "subdomain" });
    }
    return {
      object: "subdomain",
      subdomain,
      target: { type: "organization", organization: row.id },
      isActive: true,
    };
  },
} satisfies Handlers<typeof contract>;

async function requireByHostname(call: Call, hostname: string): Promise<SiteAccess> {
  const found = await findByHostname(call, hostname);
  if (!found) {
    const text = `No docs site that you may see has the hostname ${hostname}.`;
    throw new Problem(404, text, { field: "hostname" });
  }
  return found;
}

/** @returns absent also for a site that the caller may not see */
async function findByHostname(call: Call, hostname: string): Promise<SiteAccess | undefined> {
  const site = await call.db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("hostname", "=", hostname)
    .executeTakeFirst();
  // Of another organization not even its id is told.
  if (!site || !(await membershipIn(call, site.organization_id))) return undefined;
  return findSite(call, site.organization_id, site.id);
}
