/** The address of a site to begin with. */
import type { Queries } from "../../database/tables.ts";
import { siteAddresses } from "../sites/addresses.ts";
import { selectSites } from "../sites/queries.ts";

/**
 * @param base what addresses of the platform begin with
 * @returns the address of the oldest site that everybody may read, if there is one
 */
export async function publicAddress(db: Queries, base: string): Promise<string | undefined> {
  const site = await selectSites(db)
    .where("published", "=", 1)
    .where("visibility", "=", "public")
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return site && siteAddresses(base, site, undefined)("");
}
