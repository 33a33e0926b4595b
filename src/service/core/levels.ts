/** Default levels, resolved along the tree and stored, so that a check reads one row. */
import { sql } from "kysely";
import type { Level } from "../../contract/roles.ts";
import type { Queries, ResolvedLevel } from "../database/tables.ts";

/** What everything at the top level inherits: each member's own role in the organization. */
export const topLevel: ResolvedLevel = "member";

/** @param inherited the level of the parent, `topLevel` if there is none */
export function resolveLevel(level: Level | null, inherited: ResolvedLevel): ResolvedLevel {
  if (level === null) return "none";
  return level === "inherit" ? inherited : level;
}

/** What a thing under `parentId` inherits. */
export async function inheritedLevel(db: Queries, parentId: string | null): Promise<ResolvedLevel> {
  if (parentId === null) return topLevel;
  const parent = await db
    .selectFrom("collections")
    .select("resolved_level")
    .where("id", "=", parentId)
    .executeTakeFirstOrThrow();
  return parent.resolved_level;
}

/** `resolveLevel` in SQL, for a row of `table` under a row of `tree`. */
function resolvedIn(table: "collections" | "spaces") {
  const own = sql.ref(`${table}.default_level`);
  return sql<ResolvedLevel>`case when ${own} is null then 'none' when ${own} = 'inherit' then tree.level else ${own} end`;
}

/** Recomputes the levels of all that a collection contains, at any depth; its own must be right. */
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
            .select(["collections.id", resolvedIn("collections").as("level")]),
        ),
    );
  await withTree()
    .updateTable("collections")
    .from("tree")
    .set((row) => ({ resolved_level: row.ref("tree.level") }))
    .whereRef("collections.id", "=", "tree.id")
    .execute();
  await withTree()
    .updateTable("spaces")
    .from("tree")
    .set({ resolved_level: resolvedIn("spaces") })
    .whereRef("spaces.parent_id", "=", "tree.id")
    .execute();
}
