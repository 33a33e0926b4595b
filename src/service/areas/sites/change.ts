/** How a site is changed: it is locked, read as a whole, written, and given missing defaults. */
import { notFound } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { forgetCustomizations } from "./customization-rows.ts";
import { storeDefaults } from "./defaults.ts";
import { type SiteRow, selectSites } from "./queries.ts";
import { readStructure, type Structure } from "./structure.ts";

/** What a change of a site needs of a call. */
export type Change = Pick<Call, "db" | "caller" | "now" | "newId">;

/** @throws Problem 404 if another request has deleted the site meanwhile */
export async function lockStructure(call: Change, siteId: string): Promise<Structure> {
  await lockSite(call.db, siteId);
  return readStructure(call, await siteRow(call, siteId));
}

/** Reads the site after a change, and stores the defaults that it lacks. */
export async function finishChange(call: Change, siteId: string): Promise<Structure> {
  const structure = await readStructure(call, await siteRow(call, siteId));
  await storeDefaults(call.db, structure);
  await forgetCustomizations(call.db, structure);
  return structure;
}

async function siteRow({ db }: Change, siteId: string): Promise<SiteRow> {
  const row = await selectSites(db).where("id", "=", siteId).executeTakeFirst();
  if (!row) throw notFound("docs site", siteId, "siteId");
  return row;
}

/**
 * Makes changes to a site wait for each other if the database runs several transactions at once: two
 * could otherwise assign the same rank or path. Writing a row locks it in every database.
 */
async function lockSite(db: Queries, siteId: string): Promise<void> {
  await db
    .updateTable("sites")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", siteId)
    .execute();
}
