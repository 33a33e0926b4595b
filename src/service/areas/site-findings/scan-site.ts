/**
 * Scans of sites: findings are derived again when they are read after a change of the content, as
 * the search index is.
 */
import type { FindingSeverity } from "../../../contract/site-finding-values.ts";
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import { createSharedWork } from "../../engines/threads/shared-work.ts";
import { inBatches } from "../content/tree/tree-store.ts";
import type { SiteRow } from "../sites/queries.ts";
import { readStructure } from "../sites/structure/structure.ts";
import {
  type DerivedFinding,
  deriveFindings,
  mostFindings,
  type ScannedSite,
} from "./derive-findings.ts";
import type { SiteFindingTable, SiteScanTable } from "./tables.ts";

/** Scans without findings that are kept, the newest ones. */
const mostKept = 50;
/** Spaces of a site that a scan reads. */
const mostSpaces = 200;

/** Scans in progress in this process by database, so that concurrent requests share one. */
const sharedScans = new WeakMap<object, ReturnType<typeof createSharedWork<void>>>();

/**
 * Does nothing if the content is unchanged since the last scan.
 * @param call not in a transaction
 */
export async function scanSite(call: Call, site: SiteRow): Promise<void> {
  const shareScan = sharedScans.get(call.db) ?? createSharedWork<void>();
  sharedScans.set(call.db, shareScan);
  return shareScan(site.id, () => updateFindings(call, site));
}

async function updateFindings(call: Call, site: SiteRow): Promise<void> {
  const { content, state, isCut } = await readContent(call, site);
  const last = await call.db
    .selectFrom("site_scans")
    .select(["state", "created_at"])
    .where("site_id", "=", site.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (last?.state === state) return;
  const { findings, isIncomplete } = await deriveFindings(call, content);
  const isPartial = isIncomplete || isCut;
  // The order of two scans of the same millisecond would be random.
  const earliest = last === undefined ? 0 : Date.parse(last.created_at) + 1;
  const now = new Date(Math.max(call.now.getTime(), earliest));
  await inTransaction(call.db, async (transaction) => {
    // Another process, or a change during the scan, is compared again by the next read.
    const isDeleted = await isSiteDeleted(transaction, site.id);
    if (isDeleted) return;
    await storeScan({ ...call, now, db: transaction }, site, { state, findings, isPartial });
  });
}

async function isSiteDeleted(db: Queries, id: string): Promise<boolean> {
  const row = await db.selectFrom("sites").select("id").where("id", "=", id).executeTakeFirst();
  return row === undefined;
}

/** The state also depends on the other spaces of the organization, to which links may lead. */
async function readContent(
  { db }: Pick<Call, "db">,
  site: SiteRow,
): Promise<{
  readonly content: ScannedSite;
  readonly state: string;
  readonly isCut: boolean;
}> {
  const structure = await readStructure({ db, caller: "" }, site);
  const siteSpaces = [...structure.siteSpaces.values()].filter((one) => one.deleted_at === null);
  const ids = new Set(siteSpaces.map(({ space_id }) => space_id));
  const everySpace = await db
    .selectFrom("spaces")
    .select(["id", "title", "revision_id"])
    .where("organization_id", "=", site.organization_id)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const redirects = await db
    .selectFrom("site_redirects")
    .selectAll()
    .where("site_id", "=", site.id)
    .where("draft", "=", 0)
    .orderBy("source_key")
    .execute();
  const spaces = everySpace.filter(({ id }) => ids.has(id));
  const state = computeHash(
    toCanonicalText([
      everySpace.map(({ id, revision_id }) => [id, revision_id]),
      siteSpaces.map(({ id, space_id, section_id }) => [id, space_id, section_id]).sort(),
      [...structure.sections.keys()].sort(),
      redirects.map(({ source_key, destination }) => [source_key, destination]),
    ]),
  );
  return {
    content: { structure, spaces: spaces.slice(0, mostSpaces), redirects },
    state,
    isCut: spaces.length > mostSpaces,
  };
}

interface ScanResult {
  readonly state: string;
  readonly findings: readonly DerivedFinding[];
  /** Whether problems may exist that were not found. */
  readonly isPartial: boolean;
}

/**
 * New problems become open findings. A resolved finding that occurs again after an absence is
 * reopened, a dismissed one stays dismissed, and an open one that no longer occurs is resolved.
 */
async function storeScan(
  call: Pick<Call, "db" | "now" | "newId">,
  site: SiteRow,
  { state, findings, isPartial }: ScanResult,
): Promise<void> {
  const { db, newId } = call;
  const now = call.now.toISOString();
  const scanId = newId();
  const rows = await db
    .selectFrom("site_findings")
    .selectAll()
    .where("site_id", "=", site.id)
    .execute();
  const known = new Map(rows.map((row) => [row.finding_key, row]));
  const derived = new Map(findings.map((one) => [one.key, one]));
  const created = [...derived.values()].filter(({ key }) => !known.has(key));
  const count = (severity: FindingSeverity) =>
    created.filter((one) => one.severity === severity).length;
  const scan: SiteScanTable = {
    id: scanId,
    site_id: site.id,
    status: isPartial ? "failed" : "done",
    state,
    low: count("low"),
    medium: count("medium"),
    high: count("high"),
    failure_message: isPartial
      ? `The site exceeds the limits of a scan: ${mostFindings} findings and ${mostSpaces} spaces. Further problems are not listed.`
      : null,
    created_at: now,
    started_at: now,
    finished_at: now,
  };
  await db.insertInto("site_scans").values(scan).execute();
  for (const batch of inBatches(created, 50)) {
    const newRows = batch.map((one) => toRow(one, { id: newId(), siteId: site.id, scanId, now }));
    await db.insertInto("site_findings").values(newRows).execute();
  }
  for (const row of rows) {
    const one = derived.get(row.finding_key);
    if (one === undefined && isPartial) continue;
    const changes = one
      ? findChangesOnOccurrence(row, one, scanId, now)
      : findChangesOnAbsence(row, now);
    if (Object.keys(changes).length === 0) continue;
    await db.updateTable("site_findings").set(changes).where("id", "=", row.id).execute();
  }
  await removeOldScans(db, site.id);
}

function toRow(
  one: DerivedFinding,
  {
    id,
    siteId,
    scanId,
    now,
  }: {
    readonly id: string;
    readonly siteId: string;
    readonly scanId: string;
    readonly now: string;
  },
): SiteFindingTable {
  return {
    id,
    site_id: siteId,
    scan_id: scanId,
    space_id: one.spaceId,
    page_id: one.pageId,
    finding_key: one.key,
    title: one.title,
    details: JSON.stringify(one.details),
    type: one.type,
    severity: one.severity,
    status: "open",
    occurs: 1,
    created_at: now,
    updated_at: now,
  };
}

function findChangesOnOccurrence(
  row: SiteFindingTable,
  { title, details }: DerivedFinding,
  scanId: string,
  now: string,
): Partial<SiteFindingTable> {
  const texts = JSON.stringify(details);
  const isReopened = row.occurs === 0 && row.status === "done";
  return {
    ...((row.title !== title || row.details !== texts) && { title, details: texts }),
    ...(row.occurs === 0 && { occurs: 1 }),
    ...(isReopened && { status: "open" as const, scan_id: scanId, updated_at: now }),
  };
}

function findChangesOnAbsence(row: SiteFindingTable, now: string): Partial<SiteFindingTable> {
  const isResolved = row.status === "open" || row.status === "candidate";
  return {
    ...(row.occurs === 1 && { occurs: 0 }),
    ...(isResolved && { status: "done" as const, updated_at: now }),
  };
}

/** Scans that findings refer to are kept. */
async function removeOldScans(db: Queries, siteId: string): Promise<void> {
  const old = await db
    .selectFrom("site_scans")
    .select("id")
    .where("site_id", "=", siteId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(mostKept)
    .limit(1000)
    .execute();
  if (old.length === 0) return;
  await db
    .deleteFrom("site_scans")
    .where(
      "id",
      "in",
      old.map(({ id }) => id),
    )
    .where("id", "not in", (row) =>
      row.selectFrom("site_findings").select("scan_id").where("site_id", "=", siteId),
    )
    .execute();
}
