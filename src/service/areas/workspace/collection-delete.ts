/** Deleting a collection: what it holds takes its place, so nothing is lost. */
import { generateNKeysBetween } from "fractional-indexing";
import { holdTree } from "../../core/collection-tree.ts";
import { dropStrayDefaultContent } from "../../core/default-content.ts";
import { forgetGrants } from "../../core/grants.ts";
import { levelGivenBy, settleLevelsBelow } from "../../core/levels.ts";
import { rankAbove, siblingsOn } from "../../core/siblings.ts";
import type { CollectionTable } from "../../database/tables.ts";
import type { EventCall } from "../events/record.ts";
import { recordVisibility } from "../events/visibility.ts";

/** Moves its collections and spaces, deleted ones too, to its parent in their order. */
export async function deleteCollection(
  call: EventCall,
  collection: CollectionTable,
): Promise<void> {
  const { db } = call;
  const { id, organization_id: organizationId, parent_id: parentId, rank } = collection;
  await holdTree(db, organizationId);
  // While it still holds them it takes its parent's level, so that what inherits gets that one.
  await db
    .updateTable("collections")
    .set({ resolved_level: await levelGivenBy(db, parentId) })
    .where("id", "=", id)
    .execute();
  await settleLevelsBelow(db, id);
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "visibility", "parent_id"])
    .where("parent_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  const held = await siblingsOn(db, { organizationId, parentId: id }).orderBy("rank").execute();
  const next = await rankAbove(db, { organizationId, parentId }, rank);
  const ranks = generateNKeysBetween(rank, next, held.length);
  for (const [index, thing] of held.entries()) {
    await db
      .updateTable(thing.kind === "space" ? "spaces" : "collections")
      .set({ parent_id: parentId, rank: ranks[index] ?? rank })
      .where("id", "=", thing.id)
      .execute();
  }
  for (const space of spaces) {
    await recordVisibility(call, space, { ...space, parent_id: parentId });
  }
  await forgetGrants(db, id);
  await db.deleteFrom("collections").where("id", "=", id).execute();
  await dropStrayDefaultContent(db, organizationId);
}
