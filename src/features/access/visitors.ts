/** Access without a role: visitors of published docs sites. */

import { textIn } from "../../json/values.ts";
import type { OrganizationReader } from "../organization/reading.ts";
import { findSites } from "./things.ts";

/** The visitors of a docs site, by its visibility. */
const visitors: Readonly<Record<string, string>> = {
  public: "All visitors",
  unlisted: "All visitors with the URL",
  "share-link": "All visitors with a share link",
  "visitor-auth": "All visitors who sign in",
};

/** A sentence for each published docs site with the content; empty if the sites could not be read. */
export async function describeVisitors(
  reading: OrganizationReader,
  { spaceId, siteId }: { readonly spaceId?: string; readonly siteId?: string },
): Promise<readonly string[]> {
  const spaceSites = spaceId === undefined ? [] : ((await findSites(reading, spaceId)) ?? []);
  const ids = new Set([
    ...spaceSites.map(({ id }) => id),
    ...(siteId === undefined ? [] : [siteId]),
  ]);
  if (ids.size === 0) return [];
  return ((await reading.sites()) ?? []).flatMap(({ id, title, published, visibility }) => {
    const who = visitors[textIn(visibility)];
    if (!ids.has(textIn(id)) || published !== true || who === undefined) return [];
    const what = siteId === undefined ? "the space" : "the content of the site";
    return [
      `${who} can read ${what}, because the docs site ${JSON.stringify(title)} is published.`,
    ];
  });
}
