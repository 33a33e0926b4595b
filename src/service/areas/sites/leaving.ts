/**
 * What becomes of a site when a space goes: while a space is deleted its places on sites wait for
 * it, with it they go for good, and to another organization it goes only once it stands on no site.
 */
import { type RawBuilder, sql } from "kysely";
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { EventCall } from "../events/record.ts";
import { settleDefaults } from "./defaults.ts";
import { selectSites } from "./rows.ts";
import { readStructure } from "./structure.ts";
import { settleVisibility } from "./visibility.ts";

/** @throws Problem 412 that names a site on which the space stands */
export async function refuseOnSite(db: Queries, spaceId: string): Promise<void> {
  await refuseAny(db, sql`site_spaces.space_id = ${spaceId}`);
}

/**
 * The same for all that a collection holds. Deleted spaces in it lose the places that wait for them.
 * @throws Problem 412 that names a space and a site
 */
export async function refuseOnSiteWithin(call: EventCall, collectionId: string): Promise<void> {
  const { db } = call;
  const within = sql`site_spaces.space_id in (
    with recursive tree(id) as (
      select collections.id from collections where collections.id = ${collectionId}
      union all
      select below.id from collections as below join tree on below.parent_id = tree.id
    )
    select spaces.id from spaces join tree on spaces.parent_id = tree.id
  )`;
  await refuseAny(db, within);
  const waiting = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .distinct()
    .where(sql<boolean>`${within}`)
    .execute();
  for (const { space_id } of waiting) await takeOffSites(db, space_id);
  await settleVisibility(
    call,
    waiting.map(({ space_id }) => space_id),
  );
}

async function refuseAny(db: Queries, condition: RawBuilder<unknown>): Promise<void> {
  const standing = await db
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
  if (!standing) return;
  throw new Problem(
    412,
    `The space ${JSON.stringify(standing.space)} stands on the docs site ${JSON.stringify(standing.site)} (${standing.site_id}) as site space ${standing.id}, and a site shows spaces of its own organization only; take it off the site first.`,
    { hint: `tome site space remove ${standing.id} --site ${standing.site_id}` },
  );
}

/** Takes a space off all sites for good, and with it the sections that then hold nothing. */
export async function takeOffSites(db: Queries, spaceId: string): Promise<void> {
  const sites = await selectSites(db)
    .where("id", "in", (row) =>
      row.selectFrom("site_spaces").select("site_id").where("space_id", "=", spaceId),
    )
    .execute();
  await db.deleteFrom("site_spaces").where("space_id", "=", spaceId).execute();
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
    // Nobody looks on, so what a caller may see does not matter.
    await settleDefaults(db, await readStructure({ db, caller: "" }, site));
  }
}
