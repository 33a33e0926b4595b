/** Handlers for the scans of sites. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-scan.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { requireSite } from "../sites/queries.ts";
import { scanSite } from "./scan-site.ts";
import type { SiteScanTable } from "./tables.ts";

export const handlers = {
  /** Newest first. */
  async list({ organizationId, siteId, topic, status, ...paging }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listSiteScans");
    await scanSite(call, site);
    let scans = call.db.selectFrom("site_scans").selectAll().where("site_id", "=", siteId);
    if (status !== undefined) scans = scans.where("status", "=", status);
    // Scans of the local platform read the whole site, not a topic.
    if (topic !== undefined) scans = scans.where("id", "is", null);
    return buildPage<SiteScanTable, Output<typeof contract.get>>({
      page: paging.page,
      limit: paging.limit,
      list: `scans of site ${siteId} ${status ?? ""} ${topic ?? ""}`,
      read: (after, take) =>
        scans
          .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
          .limit(take)
          .execute(),
      count: () => countListed(call.db, scans),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentScan(call.base, organizationId, row),
    });
  },

  async get({ organizationId, siteId, siteScanId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSiteScanById");
    const row = await call.db
      .selectFrom("site_scans")
      .selectAll()
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) throw createNotFoundError("scan", id, "siteScanId");
    return presentScan(call.base, organizationId, row);
  },
} satisfies Handlers<typeof contract>;

function presentScan(
  base: string,
  organizationId: string,
  row: SiteScanTable,
): Output<typeof contract.get> {
  return {
    object: "site-scan",
    id: row.id,
    status: row.status,
    topic: null,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    findings: { low: row.low, medium: row.medium, high: row.high },
    failureMessage: row.failure_message ?? undefined,
    urls: { location: `${base}/v1/orgs/${organizationId}/sites/${row.site_id}/scans/${row.id}` },
  };
}
