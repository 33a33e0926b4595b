/**
 * Effects of deletion and transfer of a space on sites. The site spaces of a deleted space are kept
 * until it is purged, because it can be restored. A space can be transferred to another organization
 * only if it is not on a site.
 */
import { type RawBuilder, sql } from "kysely";
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";
import type { EventCall } from "../../integration-events/record.ts";
import { forgetCustomizations } from "../customization/customization-rows.ts";
import { selectSites } from "../queries.ts";
import { removeStyleguide } from "../styleguide-rows.ts";
import { recomputeSpaces } from "../visitors/visibility.ts";
import { storeDefaults } from "./defaults.ts";
import { readStructure } from "./structure.ts";

/** @throws ApiError 412 with the name of a site that contains the space */
export async function refuseIfOnSite(db: Queries, spaceId: string): Promise<void> {
  await refuseMatching(db, sql`site_spaces.space_id = ${spaceId}`);
}

/**
 * Like `refuseIfOnSite`, for all spaces in a collection. Deleted spaces are removed from their sites.
 * @throws ApiError 412 with the names of a space and a site
 */
export async function refuseIfContentOnSite(call: EventCall, collectionId: string): Promise<void> {
  const { db } = call;
  const within = sql`site_spaces.space_id in (
    with recursive tree(id) as (
      select collections.id from collections where collections.id = ${collectionId}
      union all
      select below.id from collections as below join tree on below.parent_id = tree.id
    )
    select spaces.id from spaces join tree on spaces.parent_id = tree.id
  )`;
  await refuseMatching(db, within);
  const deletedSpaces = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .distinct()
    .where(sql<boolean>`${within}`)
    .execute();
  for (const { space_id } of deletedSpaces) await removeFromSites(db, space_id);
  await recomputeSpaces(
    call,
    deletedSpaces.map(({ space_id }) => space_id),
  );
}

async function refuseMatching(db: Queries, condition: RawBuilder<unknown>): Promise<void> {
  const siteSpace = await db
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .select([
      "site_spaces.id",
      "site_spaces.site_id",
      "spaces.title as space",
      "sites.title as site",
    ])
    .where("spaces.deleted_at", "is", null)
    .where(sql<boolean>`${condition}`)
    .orderBy("sites.created_at")
    .orderBy("site_spaces.id")
    .limit(1)
    .executeTakeFirst();
  if (!siteSpace) return;
  throw new ApiError(
    412,
    `Space ${JSON.stringify(siteSpace.space)} is on site ${JSON.stringify(siteSpace.site)} (${siteSpace.site_id}) as site space ${siteSpace.id}. Remove it from the site first.`,
    { hint: `tome site space remove ${siteSpace.id} --site ${siteSpace.site_id}` },
  );
}

/** Removes a space from all sites, and the sections that become empty. */
export async function removeFromSites(db: Queries, spaceId: string): Promise<void> {
  await removeStyleguide(db, spaceId);
  const sites = await selectSites(db)
    .where("id", "in", (row) =>
      row.selectFrom("site_spaces").select("site_id").where("space_id", "=", spaceId),
    )
    .execute();
  await db.deleteFrom("site_spaces").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("site_paths").where("space_id", "=", spaceId).execute();
  for (const site of sites) {
    await db
      .deleteFrom("site_sections")
      .where("site_id", "=", site.id)
      .where("id", "not in", (row) =>
        row
          .selectFrom("site_spaces")
          .select(sql<string>`section_id`.as("section_id"))
          .where("site_id", "=", site.id)
          .where("section_id", "is not", null),
      )
      .execute();
    // The structure is not presented, so the caller's access does not matter.
    const structure = await readStructure({ db, caller: "" }, site);
    await storeDefaults(db, structure);
    await forgetCustomizations(db, structure);
  }
}
