/** Procedure for changes to the structure of a site: lock, read, write, and store missing defaults. */
import { createNotFoundError } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { forgetCustomizations } from "./customization/customization-rows.ts";
import { type SiteRow, selectSites } from "./queries.ts";
import { storeDefaults } from "./structure/defaults.ts";
import { readStructure, type Structure } from "./structure/structure.ts";
import { recordStarts } from "./urls/site-history.ts";

/** The parts of a call that a change needs. */
export type SiteChangeCall = Pick<Call, "db" | "caller" | "now" | "newId">;

/** @throws ApiError 404 if another request has deleted the site in the meantime */
export async function lockStructure(call: SiteChangeCall, siteId: string): Promise<Structure> {
  await lockSite(call.db, siteId);
  const structure = await readStructure(call, await getSiteRow(call, siteId));
  await recordStarts(call.db, structure);
  return structure;
}

/** Reads the site after a change, and stores missing defaults. */
export async function finishChange(call: SiteChangeCall, siteId: string): Promise<Structure> {
  const structure = await readStructure(call, await getSiteRow(call, siteId));
  await storeDefaults(call.db, structure);
  await recordPublishedPaths(call, siteId);
  await forgetCustomizations(call.db, structure);
  return structure;
}

/** Stores the paths of the spaces after a change. */
export async function recordPublishedPaths(call: SiteChangeCall, siteId: string): Promise<void> {
  await recordStarts(call.db, await readStructure(call, await getSiteRow(call, siteId)));
}

async function getSiteRow({ db }: SiteChangeCall, siteId: string): Promise<SiteRow> {
  const row = await selectSites(db).where("id", "=", siteId).executeTakeFirst();
  if (!row) throw createNotFoundError("site", siteId, "siteId");
  return row;
}

/**
 * Serializes changes to a site, because concurrent transactions could assign the same rank or path.
 * Updating a row locks it in every supported database.
 */
async function lockSite(db: Queries, siteId: string): Promise<void> {
  await db
    .updateTable("sites")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", siteId)
    .execute();
}
