/** Rows of findings: their selection for a reader, and their responses. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-finding.ts";
import { buildParagraphs } from "../../../document/paragraphs.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteAccess } from "../sites/queries.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import { readStructure } from "../sites/structure/structure.ts";
import type { SiteFindingTable } from "./tables.ts";

/** The spaces of the site that the caller may read; findings in others are hidden. */
export async function listReadableSpaces(
  call: Pick<Call, "db" | "caller">,
  { row, member }: SiteAccess,
): Promise<readonly string[]> {
  const structure = await readStructure(call, row);
  const visible = [...structure.siteSpaces.values()].filter(
    (siteSpace) => siteSpace.deleted_at === null && isVisible(siteSpace, member),
  );
  return [...new Set(visible.map(({ space_id }) => space_id))];
}

type FindingFilters = Partial<
  Omit<Input<typeof contract.list>, "organizationId" | "siteId" | "page" | "limit" | "orderBy">
>;

/** A finding with the number of change requests that correct it. */
export interface SiteFindingRow extends SiteFindingTable {
  readonly change_requests: number;
}

const countChangeRequests = sql<number>`(select cast(count(*) as integer) from finding_change_requests where finding_change_requests.finding_id = site_findings.id)`;

/** Findings that the caller may read. */
export function selectFindings(
  db: Queries,
  siteId: string,
  spaces: readonly string[],
  filters: FindingFilters = {},
) {
  const { status, type, severity, updatedAfter, updatedBefore } = filters;
  let findings = db
    .selectFrom("site_findings")
    .selectAll()
    .select(countChangeRequests.as("change_requests"))
    .where("site_id", "=", siteId)
    .where((row) =>
      row.or([
        row("space_id", "is", null),
        ...(spaces.length > 0 ? [row("space_id", "in", spaces)] : []),
      ]),
    );
  if (status !== undefined) findings = findings.where("status", "=", status);
  if (type !== undefined && type.length > 0) findings = findings.where("type", "in", type);
  if (severity !== undefined) findings = findings.where("severity", "=", severity);
  if (updatedAfter !== undefined) {
    findings = findings.where("updated_at", ">=", new Date(updatedAfter).toISOString());
  }
  if (updatedBefore !== undefined) {
    findings = findings.where("updated_at", "<", new Date(updatedBefore).toISOString());
  }
  if (filters.hasChangeRequests !== undefined) {
    findings = findings.where(countChangeRequests, filters.hasChangeRequests ? ">" : "=", 0);
  }
  return isWithoutMatches(filters) ? findings.where(sql<boolean>`1 = 0`) : findings;
}

/** The local platform derives findings from the content only: they have no other evidence. */
function isWithoutMatches({ topic, question, source = [] }: FindingFilters): boolean {
  return topic !== undefined || question !== undefined || source.length > 0;
}

/** @throws ApiError 404 also for a finding in a space that the caller may not read */
export async function requireFinding(
  call: Pick<Call, "db" | "caller">,
  access: SiteAccess,
  id: string,
): Promise<SiteFindingRow> {
  const spaces = await listReadableSpaces(call, access);
  const row = await selectFindings(call.db, access.row.id, spaces)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("finding", id, "siteFindingId");
  return row;
}

/** The language model can edit pages, but not redirects and reusable contents. */
export function presentFinding(
  { base, outside }: Pick<Call, "base" | "outside">,
  organizationId: string,
  row: SiteFindingRow,
): Output<typeof contract.get> {
  return {
    object: "site-finding",
    id: row.id,
    scan: row.scan_id,
    topic: null,
    title: row.title,
    changeRequests: row.change_requests,
    pages: row.page_id === null ? 0 : 1,
    records: 0,
    questions: 0,
    status: row.status,
    type: row.type,
    severity: row.severity,
    description: buildParagraphs(JSON.parse(row.details)),
    autoFixable: outside.model !== undefined && row.page_id !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location: `${base}/v1/orgs/${organizationId}/sites/${row.site_id}/findings/${row.id}`,
    },
  };
}

/** Deletes the findings of a space. */
export async function removeFindings(db: Queries, spaceId: string): Promise<void> {
  await db.deleteFrom("site_findings").where("space_id", "=", spaceId).execute();
}
