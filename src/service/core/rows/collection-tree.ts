/** The tree of collections: containment, and moves of a subtree to another organization. */
import type { Queries } from "../../database/tables.ts";

/** Whether `collectionId` is `ancestorId` or one of its descendants. */
export async function isWithin(
  db: Queries,
  collectionId: string,
  ancestorId: string,
): Promise<boolean> {
  const row = await db
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
  return row !== undefined;
}

/** Moves a collection with its descendants, including deleted spaces, to another organization. */
export async function moveToOrganization(
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
