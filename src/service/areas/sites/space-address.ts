/** The address at which visitors read a space: on the first published site that shows it. */
import type { Call } from "../../core/handlers.ts";
import { pathOfSiteSpace, publishedAddress } from "./addresses.ts";
import { defaultsOf } from "./defaults.ts";
import { withoutDrafts } from "./drafts.ts";
import { publishedSitesOf } from "./queries.ts";
import { findOpeningKey } from "./share-keys.ts";
import { readStructure, siteSpacesInOrder } from "./structure.ts";

/**
 * @param shareKey opens the addresses of a site that is visible by a share link
 * @returns absent if no published site shows the space to a visitor with this key
 */
export async function publishedAddressOf(
  call: Call,
  spaceId: string,
  shareKey: string | undefined,
): Promise<string | undefined> {
  const sites = await publishedSitesOf(call.db, spaceId);
  for (const site of sites) {
    const published = publishedAddress(
      call.base,
      site,
      await findOpeningKey(call.db, site, shareKey),
    );
    if (!published) continue;
    const structure = withoutDrafts(await readStructure({ db: call.db, caller: "" }, site));
    const siteSpace = siteSpacesInOrder(structure).find(({ row }) => row.space_id === spaceId)?.row;
    if (!siteSpace) continue;
    const section = structure.sections.get(siteSpace.section_id ?? "");
    return published(pathOfSiteSpace(siteSpace, section, defaultsOf(structure)));
  }
  return undefined;
}
