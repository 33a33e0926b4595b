/** Rows of style guides. */
import type { Queries } from "../../database/tables.ts";

/** Makes a space the style guide of a site, in place of another one. */
export async function setStyleguide(
  db: Queries,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  spaceId: string | null,
): Promise<void> {
  const current = await db
    .selectFrom("site_styleguides")
    .select("space_id")
    .where("site_id", "=", id)
    .executeTakeFirst();
  if ((current?.space_id ?? null) === spaceId) return;
  await db.deleteFrom("site_styleguides").where("site_id", "=", id).execute();
  if (spaceId === null) return;
  await db
    .insertInto("styleguides")
    .values({ space_id: spaceId, organization_id })
    .onConflict((conflict) => conflict.column("space_id").doNothing())
    .execute();
  await db.insertInto("site_styleguides").values({ site_id: id, space_id: spaceId }).execute();
}

/** Removes the rows of a space. */
export async function removeStyleguide(db: Queries, spaceId: string): Promise<void> {
  await db.deleteFrom("site_styleguides").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("styleguides").where("space_id", "=", spaceId).execute();
}
