/** Handlers for the findings of sites. */
import { sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-finding.ts";
import { authorize } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildEmptyPage, buildPage, countListed, inOrder } from "../../core/pages.ts";
import { listChangeRequestsOfFinding } from "../change-requests/queries.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { requireSite } from "../sites/queries.ts";
import {
  listReadableSpaces,
  presentFinding,
  requireFinding,
  type SiteFindingRow,
  selectFindings,
} from "./finding-rows.ts";
import { scanSite } from "./scan-site.ts";

/** The most severe findings first. */
const severityRank = sql<string>`case severity when 'high' then '3' when 'medium' then '2' else '1' end`;

export const handlers = {
  async list({ organizationId, siteId, page, limit, orderBy, ...filters }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listSiteFindings");
    await scanSite(call, access.row);
    const spaces = await listReadableSpaces(call, access);
    const findings = call.db
      .selectFrom(
        selectFindings(call.db, siteId, spaces, filters)
          .select((orderBy === "severity" ? severityRank : sql<string>`''`).as("rank"))
          .as("findings"),
      )
      .selectAll();
    return buildPage<SiteFindingRow & { rank: string }, Output<typeof contract.get>>({
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      list: `findings of site ${siteId} ${orderBy ?? ""} ${JSON.stringify(filters)}`,
      read: (after, take) =>
        findings
          .$call((query) => inOrder(query, ["rank", "updated_at", "id"], after, "desc"))
          .limit(take)
          .execute(),
      count: () => countListed(call.db, findings),
      key: (row) => [row.rank, row.updated_at, row.id],
      show: (row) => presentFinding(call, organizationId, row),
    });
  },

  async get({ organizationId, siteId, siteFindingId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteFindingById");
    return presentFinding(call, organizationId, await requireFinding(call, access, siteFindingId));
  },

  async update({ organizationId, siteId, siteFindingId, status }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "updateSiteFindingById");
    const row = await requireFinding(call, access, siteFindingId);
    if (row.status === status) return presentFinding(call, organizationId, row);
    const changes = { status, updated_at: call.now.toISOString() };
    await call.db.updateTable("site_findings").set(changes).where("id", "=", row.id).execute();
    return presentFinding(call, organizationId, { ...row, ...changes });
  },

  /** Newest first. */
  async changeRequests({ organizationId, siteId, siteFindingId, ...paging }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listChangeRequestsForSiteFinding");
    const { id } = await requireFinding(call, access, siteFindingId);
    return listChangeRequestsOfFinding(call, id, paging);
  },

  async fix(input, call) {
    const { fixFinding } = await import("./fix-finding.ts");
    await fixFinding(call, input);
    return undefined;
  },

  async pages({ organizationId, siteId, siteFindingId, ...paging }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listPagesForSiteFinding");
    const row = await requireFinding(call, access, siteFindingId);
    const space =
      row.space_id === null || row.page_id === null
        ? undefined
        : await call.db
            .selectFrom("spaces")
            .select(["id", "revision_id"])
            .where("id", "=", row.space_id)
            .where("deleted_at", "is", null)
            .executeTakeFirst();
    const tree = space && (await readTree(call.db, space.revision_id));
    const found = tree && getTreeIndex(tree).pages.get(row.page_id ?? "");
    return buildPage({
      page: paging.page,
      limit: paging.limit,
      list: `pages of finding ${row.id}`,
      read: async (after) => (found && space && after === undefined ? [{ found, space }] : []),
      key: ({ found }) => [found.page.id],
      show: ({ found: { page, path }, space: { id } }) => ({
        object: "site-finding-page" as const,
        spaceId: id,
        page: { id: page.id, type: page.type, title: page.title, path },
      }),
    });
  },

  async questions({ organizationId, siteId, siteFindingId, ...paging }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listQuestionsForSiteFinding");
    const { id } = await requireFinding(call, access, siteFindingId);
    return buildEmptyPage(paging, `questions of finding ${id}`);
  },

  async records({ organizationId, siteId, siteFindingId, ...paging }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "listRecordsForSiteFinding");
    const { id } = await requireFinding(call, access, siteFindingId);
    return buildEmptyPage(paging, `records of finding ${id}`);
  },

  async stats({ organizationId, siteId, ...filters }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "getSiteFindingStats");
    await scanSite(call, access.row);
    const spaces = await listReadableSpaces(call, access);
    const rows = await selectFindings(call.db, siteId, spaces, filters)
      .clearSelect()
      .select(["status", "severity", (row) => row.fn.countAll<number | string>().as("count")])
      .where("status", "!=", "candidate")
      .groupBy(["status", "severity"])
      .execute();
    const ids = selectFindings(call.db, siteId, spaces, filters)
      .clearSelect()
      .select("id")
      .where("status", "!=", "candidate");
    const merged = await call.db
      .selectFrom("finding_change_requests")
      .innerJoin("change_requests", "change_requests.id", "change_request_id")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .where("change_requests.status", "=", "merged")
      .where("finding_id", "in", ids)
      .executeTakeFirstOrThrow();
    const sum = (matches: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(matches).reduce((total, { count }) => total + Number(count), 0);
    return {
      total: sum(() => true),
      statuses: {
        open: sum(({ status }) => status === "open"),
        done: sum(({ status }) => status === "done"),
        canceled: sum(({ status }) => status === "canceled"),
      },
      severities: {
        low: sum(({ severity }) => severity === "low"),
        medium: sum(({ severity }) => severity === "medium"),
        high: sum(({ severity }) => severity === "high"),
      },
      connectors: {},
      questions: 0,
      mergedChangeRequests: Number(merged.count),
    };
  },
} satisfies Handlers<typeof contract>;
