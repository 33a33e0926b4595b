/** Who sees a space because of the sites it stands on: the most open of those that are published. */
import { siteVisibilities } from "../../../contract/site-values.ts";
import type { EventCall } from "../events/record.ts";
import { recordVisibility } from "../events/visibility.ts";

/** Of a space that stands on no published site. */
const unpublished = "private";
/** So many ids go into one query; databases limit the parameters of a statement. */
const batch = 500;

/** Works out the visibility of spaces anew, after what could change it. */
export async function settleVisibility(
  call: EventCall,
  spaceIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(spaceIds)];
  for (let start = 0; start < ids.length; start += batch) {
    await settleBatch(call, ids.slice(start, start + batch));
  }
}

async function settleBatch(call: EventCall, ids: readonly string[]): Promise<void> {
  const spaces = await call.db
    .selectFrom("spaces")
    .select(["id", "visibility", "parent_id"])
    .where("id", "in", ids)
    .execute();
  const published = await call.db
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .select(["site_spaces.space_id", "sites.visibility"])
    .where("site_spaces.space_id", "in", ids)
    .where("sites.published", "=", 1)
    .execute();
  for (const space of spaces) {
    const { id } = space;
    const given = published.filter((row) => row.space_id === id).map((row) => row.visibility);
    const visibility = siteVisibilities.find((one) => given.includes(one)) ?? unpublished;
    if (visibility === space.visibility) continue;
    await call.db.updateTable("spaces").set({ visibility }).where("id", "=", id).execute();
    await recordVisibility(call, space, { ...space, visibility });
  }
}

/** The spaces that stand on a site. */
export async function spacesOnSite(
  { db }: Pick<EventCall, "db">,
  siteId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", siteId)
    .execute();
  return rows.map((row) => row.space_id);
}
