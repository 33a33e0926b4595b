/** Rows of style guides. */
import type { Queries } from "../../database/tables.ts";

/** The live style guide of a site. */
export async function findStyleguide(db: Queries, siteId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("site_styleguides")
    .innerJoin("spaces", "spaces.id", "site_styleguides.space_id")
    .select("spaces.id")
    .where("site_styleguides.site_id", "=", siteId)
    .where("spaces.deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

/** Makes a space the style guide of a site, in place of another one. */
export async function setStyleguide(
  db: Queries,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  spaceId: string | null,
): Promise<void> {
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
