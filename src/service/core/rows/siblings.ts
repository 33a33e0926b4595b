/** The shared order of collections and spaces with the same parent, stored as ranks. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { AccessLevel } from "../../../contract/roles.ts";
import type { Queries, ResolvedLevel } from "../../database/tables.ts";

/** The scope of siblings: a collection, or the top level of an organization. */
export interface SiblingScope {
  readonly organizationId: string;
  readonly parentId: string | null;
}

export interface WorkspaceSibling {
  readonly kind: "collection" | "space";
  readonly id: string;
  readonly parent_id: string | null;
  readonly rank: string;
  readonly default_level: AccessLevel | null;
  readonly resolved_level: ResolvedLevel;
  readonly created_by: string | null;
  /** A deleted space keeps its rank, so that it is restored in its position. */
  readonly deleted_at: string | null;
}

/** All siblings, unordered, including deleted spaces. */
export function selectSiblings(db: Queries, shelf: SiblingScope) {
  const isSibling = isOn(shelf);
  return db
    .selectFrom(
      db
        .selectFrom("collections")
        .select(["id", "parent_id", "rank", "default_level", "resolved_level", "created_by"])
        .select([
          sql<WorkspaceSibling["kind"]>`'collection'`.as("kind"),
          sql<string | null>`null`.as("deleted_at"),
        ])
        .where(isSibling)
        .unionAll(
          db
            .selectFrom("spaces")
            .select(["id", "parent_id", "rank", "default_level", "resolved_level", "created_by"])
            .select([sql<WorkspaceSibling["kind"]>`'space'`.as("kind"), "deleted_at"])
            .where(isSibling),
        )
        .as("siblings"),
    )
    .selectAll();
}

/** The rank after all siblings. */
export async function rankAtEnd(db: Queries, shelf: SiblingScope): Promise<string> {
  return generateKeyBetween(await rankBelow(db, shelf, undefined), null);
}

/**
 * A rank directly after `rank`. The siblings may get new ranks, so ranks read before may be
 * outdated.
 */
export async function rankAfter(db: Queries, shelf: SiblingScope, rank: string): Promise<string> {
  const next = generateKeyBetween(rank, await rankAbove(db, shelf, rank));
  return next.length > longest ? rankAfter(db, shelf, await reassignRanks(db, shelf, rank)) : next;
}

/**
 * A rank directly before `rank`. The siblings may get new ranks, so ranks read before may be
 * outdated.
 */
export async function rankBefore(db: Queries, shelf: SiblingScope, rank: string): Promise<string> {
  const next = generateKeyBetween(await rankBelow(db, shelf, rank), rank);
  return next.length > longest ? rankBefore(db, shelf, await reassignRanks(db, shelf, rank)) : next;
}

/**
 * Repeated moves to the same position make ranks longer, and an index limits the length of a value.
 */
const longest = 255;

/**
 * Gives all siblings new ranks in their current order.
 * @returns the new rank that replaces `rank`
 */
async function reassignRanks(db: Queries, shelf: SiblingScope, rank: string): Promise<string> {
  const siblings = await selectSiblings(db, shelf).orderBy("rank").orderBy("id").execute();
  const ranks = generateNKeysBetween(null, null, siblings.length);
  let replacement = rank;
  for (const [index, sibling] of siblings.entries()) {
    const next = ranks[index] ?? sibling.rank;
    if (sibling.rank === rank) replacement = next;
    const table = sibling.kind === "space" ? "spaces" : "collections";
    await db.updateTable(table).set({ rank: next }).where("id", "=", sibling.id).execute();
  }
  return replacement;
}

/** The next rank after `rank`; absent if it is the last. */
export async function rankAbove(
  db: Queries,
  shelf: SiblingScope,
  rank: string,
): Promise<string | undefined> {
  const nearest = (table: "collections" | "spaces") =>
    db
      .selectFrom(table)
      .select("rank")
      .where(isOn(shelf))
      .where("rank", ">", rank)
      .orderBy("rank")
      .limit(1)
      .executeTakeFirst();
  return computeRanks(await nearest("collections"), await nearest("spaces")).at(0);
}

/** The rank before `rank`, or the last rank if `rank` is absent. */
async function rankBelow(
  db: Queries,
  shelf: SiblingScope,
  rank: string | undefined,
): Promise<string | undefined> {
  const nearest = (table: "collections" | "spaces") =>
    db
      .selectFrom(table)
      .select("rank")
      .where(isOn(shelf))
      .$if(rank !== undefined, (query) => query.where("rank", "<", rank ?? ""))
      .orderBy("rank", "desc")
      .limit(1)
      .executeTakeFirst();
  return computeRanks(await nearest("collections"), await nearest("spaces")).at(-1);
}

/** Sorted: ranks are ASCII, so code unit order is byte order. */
function computeRanks(...rows: ({ readonly rank: string } | undefined)[]): string[] {
  return rows.flatMap((row) => row?.rank ?? []).toSorted((one, other) => (one < other ? -1 : 1));
}

function isOn({ organizationId, parentId }: SiblingScope) {
  const under = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`;
  return sql<boolean>`organization_id = ${organizationId} and ${under}`;
}
