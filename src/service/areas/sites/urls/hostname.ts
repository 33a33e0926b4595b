/** Handlers for custom hostnames and organization subdomains. */
import type * as contract from "../../../../contract/hostname.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, findMembership } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { findSite, type SiteAccess } from "../queries.ts";
import { findPublicHostname, lookUpHostname } from "./hostname-lookup.ts";

export const handlers = {
  async get({ hostname }, call) {
    const { row } = await requireByHostname(call, hostname);
    return {
      object: "custom-hostname",
      hostname,
      target: { type: "site", site: row.id },
      isActive: true,
      status: row.hostname_status ?? undefined,
      dnsRecord: { type: "CNAME", name: hostname, value: findPublicHostname(call) ?? null },
      urls: { location: `${call.base}/v1/custom-hostnames/${hostname}` },
    };
  },

  async check({ hostname }, call) {
    const { row, role } = await requireByHostname(call, hostname);
    authorize(role, "dnsRevalidateCustomHostname");
    if (!(await lookUpHostname(call, row, hostname))) {
      const text = `The DNS records of ${hostname} cannot be checked, because ${call.base} is reachable only from this machine. Start the platform with tome serve --public-url, and use that URL.`;
      throw new ApiError(409, text, { field: "hostname", hint: "tome serve --help" });
    }
    return undefined;
  },

  async remove({ hostname }, call) {
    const access = await findByHostname(call, hostname);
    if (!access) return false;
    authorize(access.role, "removeCustomHostname");
    await call.db
      .updateTable("sites")
      .set({ hostname: null, hostname_status: null })
      .where("id", "=", access.row.id)
      .execute();
    return true;
  },

  async subdomain({ subdomain }, call) {
    const row = await call.db
      .selectFrom("organizations")
      .select("id")
      .where("hostname", "=", subdomain)
      .executeTakeFirst();
    if (!row || !(await findMembership(call, row.id))) {
      const text = `No organization with the subdomain ${subdomain} found. Check the subdomain.`;
      throw new ApiError(404, text, { field: "subdomain" });
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
  const access = await findByHostname(call, hostname);
  if (!access) {
    const text = `No site with the hostname ${hostname} found. Check the hostname.`;
    throw new ApiError(404, text, { field: "hostname" });
  }
  return access;
}

/** @returns undefined if no site has the hostname, or the caller may not see the site */
async function findByHostname(call: Call, hostname: string): Promise<SiteAccess | undefined> {
  const site = await call.db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("hostname", "=", hostname)
    .executeTakeFirst();
  // The id of a site of another organization is not disclosed.
  if (!site || !(await findMembership(call, site.organization_id))) return undefined;
  return findSite(call, site.organization_id, site.id);
}
