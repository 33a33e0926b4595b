/** Transfer of collections and spaces to another organization. */
import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { allows, getNeed, listRoles } from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { computeStrength } from "../../core/access/grants.ts";
import { recomputeLevelsBelow, resolveLevel, topLevel } from "../../core/access/levels.ts";
import { createViewer, selectDecision } from "../../core/access/precedence.ts";
import { updateDefaultContent } from "../../core/default-content.ts";
import type { Call } from "../../core/handlers.ts";
import { moveToOrganization } from "../../core/rows/collection-tree.ts";
import { listContentReferences } from "../../core/rows/content-references.ts";
import type { CollectionTable, Queries, SpaceTable } from "../../database/tables.ts";
import { recordVisibility } from "../integration-events/record.ts";

export interface TransferTarget {
  readonly organization: string;
  /** The rank at the top level of the target organization. */
  readonly rank: string;
}

/** @throws ApiError 412 if the space is on a site */
export async function transferSpace(
  call: Call,
  row: SpaceTable,
  { organization, rank }: TransferTarget,
): Promise<void> {
  const { db } = call;
  const { refuseIfOnSite } = await import("../sites/structure/detach-space.ts");
  await refuseIfOnSite(db, row.id);
  await db
    .updateTable("spaces")
    .set({
      organization_id: organization,
      parent_id: null,
      rank,
      resolved_level: resolveLevel(row.default_level, topLevel),
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  await endReferences(db, sql`(${row.id})`);
  await recordVisibility(call, row, { ...row, parent_id: null });
  await updateDefaultContent(db, row.organization_id);
}

/**
 * Transfers a collection with all its content, including deleted spaces.
 * @throws ApiError 412 if one of its spaces is on a site
 */
export async function transferCollection(
  call: Call,
  row: CollectionTable,
  { organization, rank }: TransferTarget,
): Promise<void> {
  const { db } = call;
  const { refuseIfContentOnSite } = await import("../sites/structure/detach-space.ts");
  await refuseIfContentOnSite(call, row.id);
  await endReferences(db, selectContentWithin(row.id));
  await moveToOrganization(db, row.id, organization);
  await db
    .updateTable("collections")
    .set({ parent_id: null, rank, resolved_level: resolveLevel(row.default_level, topLevel) })
    .where("id", "=", row.id)
    .execute();
  await recomputeLevelsBelow(db, row.id);
  await updateDefaultContent(db, row.organization_id);
}

/**
 * Refuses the transfer of content that the caller does not administer. The caller may administer the
 * other organization and could read content there that is hidden from them here.
 * @param member the caller's role in the organization
 * @throws ApiError 403 if the collection contains, at any depth, an item in which a level or a grant
 * gives the caller less than the role admin
 */
export async function refuseForeignContent(
  { db, caller }: Pick<Call, "db" | "caller">,
  collectionId: string,
  member: Role | null,
): Promise<void> {
  const rule = "transferCollection";
  if (allows(member, rule)) return;
  const view = createViewer(caller, member);
  const sufficient = sql.join(listRoles(rule).map((role) => sql.lit(computeStrength(role))));
  const isLess = (table: "collections" | "spaces") =>
    sql<boolean>`coalesce(${selectDecision(view, table)} % 10, 0) not in (${sufficient})`;
  for (const table of ["collections", "spaces"] as const) {
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("id", "in", sql<string>`${selectContentWithin(collectionId)}`)
      .where(isLess(table))
      .limit(1)
      .executeTakeFirst();
    if (!row) continue;
    throw new ApiError(
      403,
      `${getNeed(rule).actionLabel} requires the role admin in all its content, but a level or grant gives you a lower role in part of it. Ask an admin of the organization.`,
      { field: "collectionId" },
    );
  }
}

/** SQL list of the ids of a collection and its content. */
function selectContentWithin(collectionId: string): RawBuilder<unknown> {
  return sql`(
    with recursive tree(id) as (
      select collections.id from collections where collections.id = ${collectionId}
      union all
      select below.id from collections as below join tree on below.parent_id = tree.id
    )
    select id from tree
    union all
    select spaces.id from spaces join tree on spaces.parent_id = tree.id
  )`;
}

/** Removes the references of the previous organization to the content. */
async function endReferences(db: Queries, content: RawBuilder<unknown>): Promise<void> {
  for (const { table, column, onTransfer } of listContentReferences()) {
    const refers = sql`${sql.ref(column)} in ${content}`;
    if (onTransfer === "ends") {
      await sql`delete from ${sql.table(table)} where ${refers}`.execute(db);
    } else if (onTransfer === "clears") {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${refers}`.execute(
        db,
      );
    }
  }
}
