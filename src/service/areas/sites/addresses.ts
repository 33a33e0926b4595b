/**
 * The addresses of a site and its parts. The embedded platform shows no pages to the public, so a
 * published address leads to the operation that answers what visitors see, and names the part after
 * a #; with a proxy it is the address under which that shows the site.
 */

import type { Defaults } from "./defaults.ts";
import type { SiteSectionTable, SiteSpaceTable, SiteTable } from "./tables.ts";

type Addressed = Pick<
  SiteTable,
  "id" | "organization_id" | "proxy" | "published" | "visibility" | "share_key"
>;

/** Makes the address of a part out of its path on the site, which is empty or begins with a slash. */
export type Published = (path: string) => string;

export function siteAddress(
  base: string,
  { id, organization_id }: Pick<SiteTable, "id" | "organization_id">,
): string {
  return `${base}/v1/orgs/${organization_id}/sites/${id}`;
}

/**
 * @param shareKey what the caller has to open a share link, where he has something
 * @returns absent while the site is not published, or the key does not open it
 */
export function publishedAddress(
  base: string,
  site: Addressed,
  shareKey: string | null | undefined,
): Published | undefined {
  if (site.published === 0) return undefined;
  const isShared = site.visibility === "share-link";
  if (isShared && (shareKey ?? null) !== site.share_key) return undefined;
  const query = isShared ? `?shareKey=${encodeURIComponent(site.share_key ?? "")}` : "";
  if (site.proxy !== null) return (path) => `https://${site.proxy}${escaped(path)}${query}`;
  const home = `${siteAddress(base, site)}/published${query}`;
  return (path) => (path === "" ? home : `${home}#${escaped(path)}`);
}

function escaped(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Where a section is on its site: visitors arrive at the default one. */
export function pathOfSection(section: SiteSectionTable, defaults: Defaults): string {
  return defaults.section === section.id ? "" : `/${section.path}`;
}

/**
 * Where a site space is on its site. One that is not the default of its section names the section
 * even where that is the default one, as its path alone could be that of another section.
 * @param section absent at the root
 */
export function pathOfPlace(
  place: SiteSpaceTable,
  section: SiteSectionTable | undefined,
  defaults: Defaults,
): string {
  if (!section) return defaults.places.has(place.id) ? "" : `/${place.path}`;
  if (defaults.places.has(place.id)) return pathOfSection(section, defaults);
  return `/${section.path}/${place.path}`;
}
