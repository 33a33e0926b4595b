/** The URL of a public site, printed when the server starts. */
import type { Queries } from "../../database/tables.ts";
import { selectSites } from "../sites/queries.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";

/**
 * @param base the base URL of the platform
 * @returns the URL of the oldest public site; undefined if there is none
 */
export async function findPublicSiteUrl(db: Queries, base: string): Promise<string | undefined> {
  const site = await selectSites(db)
    .where("published", "=", 1)
    .where("visibility", "=", "public")
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return site && createSiteUrls(base, site, undefined)("");
}
