/**
 * Default levels: the role of a member in a resource without a grant. They are resolved and stored,
 * so that lists read a single row. A collection inherits from its parent; a space from its sites if
 * one of them has a level, or else from its collection.
 */
import { type RawBuilder, sql } from "kysely";
import type { AccessLevel } from "../../../contract/roles.ts";
import type { Queries, ResolvedLevel } from "../../database/tables.ts";
import { computeSitesLevel } from "./precedence.ts";

/** The level inherited at the top level: each member's role in the organization. */
export const topLevel: ResolvedLevel = "member";

/** @param inherited the level of the parent; `topLevel` without a parent */
export function resolveLevel(level: AccessLevel | null, inherited: ResolvedLevel): ResolvedLevel {
  if (level === null) return "none";
  return level === "inherit" ? inherited : level;
}

/** The level that children of `parentId` inherit. */
export async function resolveInheritedLevel(
  db: Queries,
  parentId: string | null,
): Promise<ResolvedLevel> {
  if (parentId === null) return topLevel;
  const parent = await db
    .selectFrom("collections")
    .select("resolved_level")
    .where("id", "=", parentId)
    .executeTakeFirstOrThrow();
  return parent.resolved_level;
}

/** `resolveLevel` in SQL. */
function resolveLevelIn(table: "collections" | "spaces", inherited: RawBuilder<unknown>) {
  const ownLevel = sql.ref(`${table}.default_level`);
  return sql<ResolvedLevel>`case when ${ownLevel} is null then 'none' when ${ownLevel} = 'inherit' then ${inherited} else ${ownLevel} end`;
}

/**
 * Recomputes the levels of spaces from those of their collections and sites, which must be up to
 * date.
 * @param which a condition on `spaces`
 */
export async function recomputeSpaceLevels(db: Queries, which: RawBuilder<boolean>): Promise<void> {
  const inherited = sql`coalesce(
    ${computeSitesLevel(sql.ref("spaces.id"))},
    (select above.resolved_level from collections as above where above.id = spaces.parent_id),
    ${topLevel}
  )`;
  await db
    .updateTable("spaces")
    .set({ resolved_level: resolveLevelIn("spaces", inherited) })
    .where(which)
    .execute();
}

/** Recomputes the levels of all descendants of a collection, whose own level must be up to date. */
export async function recomputeLevelsBelow(db: Queries, collectionId: string): Promise<void> {
  const withTree = () =>
    db.withRecursive("tree(id, level)", (query) =>
      query
        .selectFrom("collections")
        .select(["collections.id", "collections.resolved_level as level"])
        .where("collections.id", "=", collectionId)
        .unionAll(
          query
            .selectFrom("collections")
            .innerJoin("tree", "tree.id", "collections.parent_id")
            .select(["collections.id", resolveLevelIn("collections", sql`tree.level`).as("level")]),
        ),
    );
  await withTree()
    .updateTable("collections")
    .from("tree")
    .set((row) => ({ resolved_level: row.ref("tree.level") }))
    .whereRef("collections.id", "=", "tree.id")
    .execute();
  await recomputeSpaceLevels(
    db,
    sql`spaces.parent_id in (
      with recursive tree(id) as (
        select collections.id from collections where collections.id = ${collectionId}
        union all
        select below.id from collections as below join tree on below.parent_id = tree.id
      )
      select tree.id from tree
    )`,
  );
}
