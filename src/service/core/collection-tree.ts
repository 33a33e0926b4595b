/** The tree of collections as a whole: holding it still, walking it up, carrying a part away. */
import type { Queries } from "../database/tables.ts";

/**
 * Makes changes to the tree of an organization wait for each other, where the database lets several
 * transactions run at once: two moves could otherwise close a circle, or share a rank. Writing a
 * row takes its lock in every database.
 */
export async function holdTree(db: Queries, ...organizationIds: string[]): Promise<void> {
  for (const id of organizationIds.toSorted()) {
    await db
      .updateTable("organizations")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("id", "=", id)
      .execute();
  }
}

/** Whether `collectionId` is `ancestorId` or stands somewhere below it. */
export async function isWithin(
  db: Queries,
  collectionId: string,
  ancestorId: string,
): Promise<boolean> {
  const found = await db
    .withRecursive("line(id, parent_id)", (query) =>
      query
        .selectFrom("collections")
        .select(["collections.id", "collections.parent_id"])
        .where("collections.id", "=", collectionId)
        .unionAll(
          query
            .selectFrom("collections")
            .innerJoin("line", "line.parent_id", "collections.id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("line")
    .select("line.id")
    .where("line.id", "=", ancestorId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Gives a collection and all that it holds, deleted spaces too, to another organization. */
export async function carryToOrganization(
  db: Queries,
  collectionId: string,
  organizationId: string,
): Promise<void> {
  const withTree = () =>
    db.withRecursive("tree(id)", (query) =>
      query
        .selectFrom("collections")
        .select("collections.id")
        .where("collections.id", "=", collectionId)
        .unionAll(
          query
            .selectFrom("collections")
            .innerJoin("tree", "tree.id", "collections.parent_id")
            .select("collections.id"),
        ),
    );
  await withTree()
    .updateTable("spaces")
    .set({ organization_id: organizationId })
    .where("parent_id", "in", (query) => query.selectFrom("tree").select("tree.id"))
    .execute();
  await withTree()
    .updateTable("collections")
    .set({ organization_id: organizationId })
    .where("id", "in", (query) => query.selectFrom("tree").select("tree.id"))
    .execute();
}
