/** Transfers of collections and spaces to another organization. */
import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { allows, getNeed, rolesFor } from "../../../contract/rules.ts";
import { Problem } from "../../../errors.ts";
import { moveToOrganization } from "../../core/collection-tree.ts";
import { listContentReferences } from "../../core/content-references.ts";
import { updateDefaultContent } from "../../core/default-content.ts";
import { computeStrength } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { recomputeLevelsBelow, resolveLevel, topLevel } from "../../core/levels.ts";
import { decided, viewer } from "../../core/precedence.ts";
import type { CollectionTable, Queries, SpaceTable } from "../../database/tables.ts";
import { recordVisibility } from "../events/record.ts";

export interface TransferTarget {
  readonly organization: string;
  /** Among the content at the top level there. */
  readonly rank: string;
}

/** @throws Problem 412 if the space is on a docs site */
export async function transferSpace(
  call: Call,
  row: SpaceTable,
  { organization, rank }: TransferTarget,
): Promise<void> {
  const { db } = call;
  const { refuseIfOnSite } = await import("../sites/detach-space.ts");
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
 * Transfers a collection with all that it contains, deleted spaces too.
 * @throws Problem 412 if one of its spaces is on a docs site
 */
export async function transferCollection(
  call: Call,
  row: CollectionTable,
  { organization, rank }: TransferTarget,
): Promise<void> {
  const { db } = call;
  const { refuseIfContentOnSite } = await import("../sites/detach-space.ts");
  await refuseIfContentOnSite(call, row.id);
  await endReferences(db, contentWithin(row.id));
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
 * Refuses to take along what the caller does not administer: in the other organization they might, and
 * what is hidden from them here would be theirs to read.
 * @param member their role in the organization
 * @throws Problem 403 for a collection that contains, at any depth, something with a level or a grant by
 * which they have less than the role admin
 */
export async function refuseForeignContent(
  { db, caller }: Pick<Call, "db" | "caller">,
  collectionId: string,
  member: Role | null,
): Promise<void> {
  const rule = "transferCollection";
  if (allows(member, rule)) return;
  const who = viewer(caller, member);
  const sufficient = sql.join(rolesFor(rule).map((role) => sql.lit(computeStrength(role))));
  const isLess = (table: "collections" | "spaces") =>
    sql<boolean>`coalesce(${decided(who, table)} % 10, 0) not in (${sufficient})`;
  for (const table of ["collections", "spaces"] as const) {
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("id", "in", sql<string>`${contentWithin(collectionId)}`)
      .where(isLess(table))
      .limit(1)
      .executeTakeFirst();
    if (!row) continue;
    throw new Problem(
      403,
      `${getNeed(rule).deed} needs the role admin in all that it contains, and some of that has a level or a grant that gives you less, or hides it from you; ask an admin of the organization.`,
      { field: "collectionId" },
    );
  }
}

/** The ids of a collection and of all that it contains, as a list in SQL. */
function contentWithin(collectionId: string): RawBuilder<unknown> {
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

/** Ends what the organization that is left has to do with the content, as the list of references says. */
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
