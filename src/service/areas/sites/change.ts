/** How a site is changed: held still, read whole, written, and its defaults settled. */
import { notFound } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { settleDefaults } from "./defaults.ts";
import { holdSite, type SiteRow, selectSites } from "./rows.ts";
import { readStructure, type Structure } from "./structure.ts";

/** What a change of a site needs of a call. */
export type Change = Pick<Call, "db" | "caller" | "now" | "newId">;

/** @throws Problem 404 where another change has deleted it meanwhile */
export async function lockStructure(call: Change, siteId: string): Promise<Structure> {
  await holdSite(call.db, siteId);
  return readStructure(call, await siteRow(call, siteId));
}

/** The site as it is after a change, with a default wherever there is something to show. */
export async function settledStructure(call: Change, siteId: string): Promise<Structure> {
  const structure = await readStructure(call, await siteRow(call, siteId));
  await settleDefaults(call.db, structure);
  return structure;
}

async function siteRow({ db }: Change, siteId: string): Promise<SiteRow> {
  const row = await selectSites(db).where("id", "=", siteId).executeTakeFirst();
  if (!row) throw notFound("docs site", siteId, "siteId");
  return row;
}
