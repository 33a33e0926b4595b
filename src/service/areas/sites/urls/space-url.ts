/** The published URLs of spaces, each on the oldest published site that shows the space. */
import type { FindPublishedUrls } from "../../../core/rows/published-urls.ts";
import { loadPublishedSites } from "../queries.ts";
import { getDefaults } from "../structure/defaults.ts";
import { withoutDrafts } from "../structure/drafts.ts";
import { orderSiteSpaces, readStructures } from "../structure/structure.ts";
import { findOpeningKey } from "../visitors/share-keys.ts";
import { buildPublishedUrl, resolveSiteSpacePath, type ToPublishedUrl } from "./urls.ts";

/** The number of queries does not depend on the numbers of spaces and sites. */
export const findPublishedUrls: FindPublishedUrls = async (request, spaceIds, shareKey) => {
  const urls = new Map<string, string>();
  const openings = new Map<string, ToPublishedUrl>();
  const sites = await loadPublishedSites(request.db, spaceIds);
  for (const site of sites) {
    const opening = await findOpeningKey(request, site, shareKey);
    const toUrl = buildPublishedUrl(request.base, site, opening);
    if (toUrl) openings.set(site.id, toUrl);
  }
  const open = sites.filter(({ id }) => openings.has(id));
  const structures = await readStructures({ db: request.db, caller: "" }, open);
  const wanted = new Set(spaceIds);
  for (const whole of structures) {
    const toUrl = openings.get(whole.site.id);
    const structure = withoutDrafts(whole);
    const defaults = getDefaults(structure);
    for (const { row } of orderSiteSpaces(structure)) {
      if (toUrl === undefined || !wanted.has(row.space_id) || urls.has(row.space_id)) continue;
      const section = structure.sections.get(row.section_id ?? "");
      urls.set(row.space_id, toUrl(resolveSiteSpacePath(row, section, defaults)));
    }
  }
  return urls;
};
