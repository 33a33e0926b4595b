/** The published URL of a space, on the oldest published site that contains it. */
import type { Call } from "../../../core/handlers.ts";
import { loadPublishedSites } from "../queries.ts";
import { getDefaults } from "../structure/defaults.ts";
import { withoutDrafts } from "../structure/drafts.ts";
import { readStructure, siteSpacesInOrder } from "../structure/structure.ts";
import { findOpeningKey } from "../visitors/share-keys.ts";
import { publishedAddress, resolveSiteSpacePath } from "./urls.ts";

/**
 * @param shareKey the share link key for sites that require one
 * @returns undefined if no published site shows the space to a visitor with this key
 */
export async function findPublishedAddress(
  call: Call,
  spaceId: string,
  shareKey: string | undefined,
): Promise<string | undefined> {
  const sites = await loadPublishedSites(call.db, spaceId);
  for (const site of sites) {
    const published = publishedAddress(call.base, site, await findOpeningKey(call, site, shareKey));
    if (!published) continue;
    const structure = withoutDrafts(await readStructure({ db: call.db, caller: "" }, site));
    const siteSpace = siteSpacesInOrder(structure).find(({ row }) => row.space_id === spaceId)?.row;
    if (!siteSpace) continue;
    const section = structure.sections.get(siteSpace.section_id ?? "");
    return published(resolveSiteSpacePath(siteSpace, section, getDefaults(structure)));
  }
  return undefined;
}
