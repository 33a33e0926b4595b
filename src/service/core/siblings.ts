/** The order that the collections and spaces of one parent share, kept as ranks. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Level } from "../../contract/roles.ts";
import type { Queries, ResolvedLevel } from "../database/tables.ts";

/** A list of siblings: what stands under one collection, or at the top level of an organization. */
export interface Shelf {
  readonly organizationId: string;
  readonly parentId: string | null;
}

export interface Sibling {
  readonly kind: "collection" | "space";
  readonly id: string;
  readonly parent_id: string | null;
  readonly rank: string;
  readonly default_level: Level | null;
  readonly resolved_level: ResolvedLevel;
  readonly created_by: string | null;
  /** A deleted space keeps its rank, so that it can be restored there. */
  readonly deleted_at: string | null;
}

/** All siblings, in no order; deleted spaces are among them. */
export function siblingsOn(db: Queries, shelf: Shelf) {
  const here = isOn(shelf);
  return db
    .selectFrom(
      db
        .selectFrom("collections")
        .select(["id", "parent_id", "rank", "default_level", "resolved_level", "created_by"])
        .select([
          sql<Sibling["kind"]>`'collection'`.as("kind"),
          sql<string | null>`null`.as("deleted_at"),
        ])
        .where(here)
        .unionAll(
          db
            .selectFrom("spaces")
            .select(["id", "parent_id", "rank", "default_level", "resolved_level", "created_by"])
            .select([sql<Sibling["kind"]>`'space'`.as("kind"), "deleted_at"])
            .where(here),
        )
        .as("siblings"),
    )
    .selectAll();
}

/** The rank after all others. */
export async function rankAtEnd(db: Queries, shelf: Shelf): Promise<string> {
  return generateKeyBetween(await rankBelow(db, shelf, undefined), null);
}

/** The rank right after `rank`. The siblings may get new ranks, so those read before may be stale. */
export async function rankAfter(db: Queries, shelf: Shelf, rank: string): Promise<string> {
  const next = generateKeyBetween(rank, await rankAbove(db, shelf, rank));
  return next.length > longest ? rankAfter(db, shelf, await reassignRanks(db, shelf, rank)) : next;
}

/** The rank right before `rank`. The siblings may get new ranks, so those read before may be stale. */
export async function rankBefore(db: Queries, shelf: Shelf, rank: string): Promise<string> {
  const next = generateKeyBetween(await rankBelow(db, shelf, rank), rank);
  return next.length > longest ? rankBefore(db, shelf, await reassignRanks(db, shelf, rank)) : next;
}

/** Repeated moves to the same position make ranks grow, and an index limits the length of a text. */
const longest = 255;

/** Gives all siblings new ranks in their present order. @returns the new one in place of `rank` */
async function reassignRanks(db: Queries, shelf: Shelf, rank: string): Promise<string> {
  const siblings = await siblingsOn(db, shelf).orderBy("rank").orderBy("id").execute();
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

/** The rank that follows `rank`; absent if it is the last. */
export async function rankAbove(
  db: Queries,
  shelf: Shelf,
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

/** The rank before `rank`, or the last one if none is given. */
async function rankBelow(
  db: Queries,
  shelf: Shelf,
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

/** In their order: ranks are ASCII, so the order of code units is that of bytes. */
function computeRanks(...rows: ({ readonly rank: string } | undefined)[]): string[] {
  return rows.flatMap((row) => row?.rank ?? []).toSorted((one, other) => (one < other ? -1 : 1));
}

function isOn({ organizationId, parentId }: Shelf) {
  const under = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`;
  return sql<boolean>`organization_id = ${organizationId} and ${under}`;
}
