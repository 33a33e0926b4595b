/** Who reads a thing without a role in it: the visitors of docs sites. */

import { textIn } from "../../json/values.ts";
import type { OrganizationReading } from "../organization/reading.ts";
import { findSites } from "./things.ts";

/** Who visits a docs site, by its visibility. */
const visitors: Readonly<Record<string, string>> = {
  public: "Anybody",
  unlisted: "Anybody who knows the address",
  "share-link": "Anybody with a share link",
  "visitor-auth": "Anybody whom its sign-in lets in",
};

/** A sentence for each published docs site that shows it; none if the sites could not be read. */
export async function describeVisitors(
  reading: OrganizationReading,
  { spaceId, siteId }: { readonly spaceId?: string; readonly siteId?: string },
): Promise<readonly string[]> {
  const showing = spaceId === undefined ? [] : ((await findSites(reading, spaceId)) ?? []);
  const ids = new Set([...showing.map(({ id }) => id), ...(siteId === undefined ? [] : [siteId])]);
  if (ids.size === 0) return [];
  return ((await reading.sites()) ?? []).flatMap(({ id, title, published, visibility }) => {
    const who = visitors[textIn(visibility)];
    if (!ids.has(textIn(id)) || published !== true || who === undefined) return [];
    const what = siteId === undefined ? "it" : "what is on it";
    return [`${who} can read ${what}: the docs site ${JSON.stringify(title)} is published.`];
  });
}
