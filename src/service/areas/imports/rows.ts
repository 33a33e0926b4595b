/** Imports as rows: those into spaces that the caller may read, and presenting one. */
import { sql } from "kysely";
import type { ImportSource } from "../../../contract/content-import.model.ts";
import type * as contract from "../../../contract/content-import.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import { notFound, requireMembership } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { type Decided, decided, roleIn, viewer } from "../../core/precedence.ts";
import type { Queries } from "../../database/tables.ts";
import type { ImportedPage, ImportTable } from "./tables.ts";

export interface ImportRow extends ImportTable, Decided {
  /** The docs site of its space, if that is on one alone. */
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
    .innerJoin("spaces", "spaces.id", "imports.space_id")
    .selectAll("imports")
    .select([
      decided(viewer(caller, member), "spaces").as("decided"),
      sql<string | null>`(
        select case when count(distinct site_spaces.site_id) = 1 then min(site_spaces.site_id) end
        from site_spaces where site_spaces.space_id = imports.space_id
      )`.as("only_site"),
    ])
    .where("imports.organization_id", "=", organizationId)
    .where("spaces.deleted_at", "is", null);
}

export function mayView(row: Decided, member: Role | null): boolean {
  const role = roleIn(row, member);
  return role !== null && allows(role, "getImportRun");
}

/** @throws Problem 404 if the organization has none of that id, or the caller may not see it */
export async function requireImport(
  call: Call,
  organizationId: string,
  id: string,
): Promise<{ readonly row: ImportRow; readonly role: Role | null }> {
  const { role: member } = await requireMembership(call, organizationId);
  const row = await selectImports(call, organizationId, member)
    .where("imports.id", "=", id)
    .executeTakeFirst();
  if (!row || !mayView(row, member)) throw notFound("import", id, "importRunId");
  return { row, role: roleIn(row, member) };
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

/** Of a space that is purged. */
export async function removeImports(db: Queries, spaceId: string): Promise<void> {
  await db.deleteFrom("imports").where("space_id", "=", spaceId).execute();
}
