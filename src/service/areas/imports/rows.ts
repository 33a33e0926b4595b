/** Rows of imports: queries for spaces that the caller may read, and presentation. */
import { sql } from "kysely";
import type { ImportSource } from "../../../contract/content-import.model.ts";
import type * as contract from "../../../contract/content-import.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import { createNotFoundError, requireMembership } from "../../core/access/access.ts";
import {
  createViewer,
  type DecidedColumn,
  readRole,
  selectDecision,
} from "../../core/access/precedence.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { ImportedPage, ImportTable } from "./tables.ts";

/** The states of an import that has not ended. */
export const going = ["pending", "in-progress"] as const;

export interface ImportRow extends ImportTable, DecidedColumn {
  /** The docs site of its space, if there is exactly one. */
  readonly only_site: string | null;
}

/** @param member the caller's role in the organization */
export function selectImports(
  { db, caller }: Pick<Call, "db" | "caller">,
  organizationId: string,
  member: Role | null,
) {
  return db
    .selectFrom("imports")
    .innerJoin("spaces", (join) =>
      join
        .onRef("spaces.id", "=", "imports.space_id")
        .onRef("spaces.organization_id", "=", "imports.organization_id"),
    )
    .selectAll("imports")
    .select([
      selectDecision(createViewer(caller, member), "spaces").as("decided"),
      sql<string | null>`(
        select case when count(distinct site_spaces.site_id) = 1 then min(site_spaces.site_id) end
        from site_spaces where site_spaces.space_id = imports.space_id
      )`.as("only_site"),
    ])
    .where("imports.organization_id", "=", organizationId)
    .where("spaces.deleted_at", "is", null);
}

export function mayView(row: DecidedColumn, member: Role | null): boolean {
  const role = readRole(row, member);
  return role !== null && allows(role, "getImportRun");
}

/** @throws ApiError 404 if the organization has no such import, or the caller may not see it */
export async function requireImport(
  call: Call,
  organizationId: string,
  id: string,
): Promise<{ readonly row: ImportRow; readonly role: Role | null }> {
  const { role: member } = await requireMembership(call, organizationId);
  const row = await selectImports(call, organizationId, member)
    .where("imports.id", "=", id)
    .executeTakeFirst();
  if (!row || !mayView(row, member)) throw createNotFoundError("import", id, "importRunId");
  return { row, role: readRole(row, member) };
}

export function presentImport(row: ImportRow, base: string): Output<typeof contract.get> {
  const source: ImportSource = JSON.parse(row.source);
  const pages: ImportedPage[] = JSON.parse(row.pages);
  return {
    object: "import-run",
    id: row.id,
    status: row.status,
    reason: row.reason ?? undefined,
    source,
    target: {
      space: row.space_id,
      ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
      ...(row.page_id !== null && { page: row.page_id }),
    },
    site: row.site_id ?? row.only_site ?? undefined,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    pages,
    urls: { location: `${base}/v1/org/${row.organization_id}/imports/${row.id}` },
  };
}

/** The time after its end in which an import is listed with its target, in milliseconds. */
const recently = 24 * 60 * 60 * 1000;

/** Each with all its pages. */
const mostAtOnce = 5;

/**
 * The imports into a space or change request that are pending, running, or ended within a day,
 * newest first.
 * @param space that the caller may read; the caller is a user, not a visitor of a docs site
 * @returns nothing without imports
 */
export async function listRecentImports(
  call: Call,
  space: { readonly id: string; readonly organization_id: string },
  changeRequestId?: string,
): Promise<{ readonly imports?: Output<typeof contract.get>[] }> {
  const since = new Date(call.now.getTime() - recently).toISOString();
  const rows = await selectImports(call, space.organization_id, null)
    .where("imports.space_id", "=", space.id)
    .$if(changeRequestId !== undefined, (query) =>
      query.where("imports.change_request_id", "=", changeRequestId ?? ""),
    )
    .where((is) =>
      is.or([is("imports.status", "in", going), is("imports.updated_at", ">=", since)]),
    )
    .orderBy("imports.created_at", "desc")
    .orderBy("imports.id", "desc")
    .limit(mostAtOnce)
    .execute();
  return rows.length > 0 ? { imports: rows.map((row) => presentImport(row, call.base)) } : {};
}

/** For a purged space. */
export async function removeImports(db: Queries, spaceId: string): Promise<void> {
  await db.deleteFrom("imports").where("space_id", "=", spaceId).execute();
}
