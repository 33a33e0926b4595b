/**
 * The addresses of a site and its parts. The embedded platform serves no pages to the public, so a
 * published address is that of the operation that answers what visitors see, with the part after a
 * `#`. With a proxy, it is the address at which the proxy shows the site.
 */
import type { Defaults } from "./defaults.ts";
import type { OpeningKey } from "./share-keys.ts";
import type { SiteSectionTable, SiteSpaceTable, SiteTable } from "./tables.ts";

type Addressed = Pick<SiteTable, "id" | "organization_id" | "proxy" | "published" | "visibility">;

/** Makes the address of a part from its path on the site, which is empty or begins with a slash. */
export type Published = (path: string) => string;

export function siteAddress(
  base: string,
  { id, organization_id }: Pick<SiteTable, "id" | "organization_id">,
): string {
  return `${base}/v1/orgs/${organization_id}/sites/${id}`;
}

/**
 * @param opening the key of a share link that the caller has, if any
 * @returns absent if the site is not published, or needs a key
 */
export function publishedAddress(
  base: string,
  site: Addressed,
  opening: OpeningKey | undefined,
): Published | undefined {
  if (site.published === 0) return undefined;
  if (site.visibility === "share-link" && !opening) return undefined;
  return siteAddresses(base, site, opening);
}

/**
 * The addresses that the parts of a site have, or will have once it is published.
 * @param opening goes with them if visitors need one
 */
export function siteAddresses(
  base: string,
  site: Addressed,
  opening: OpeningKey | undefined,
): Published {
  const isShared = site.visibility === "share-link" && opening !== undefined;
  const query = isShared ? `?shareKey=${encodeURIComponent(opening.key)}` : "";
  if (site.proxy !== null) return (path) => `https://${site.proxy}${escaped(path)}${query}`;
  const home = `${siteAddress(base, site)}/published${query}`;
  return (path) => (path === "" ? home : `${home}#${escaped(path)}`);
}

function escaped(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The path of a section on its site; empty for the default one, at which visitors arrive. */
export function pathOfSection(section: SiteSectionTable, defaults: Defaults): string {
  return defaults.section === section.id ? "" : `/${section.path}`;
}

/**
 * The path of a site space on its site. Unless it is the default of its section, the path includes
 * the section, even the default one: alone, it could be the path of another section.
 * @param section absent at the root
 */
export function pathOfSiteSpace(
  siteSpace: SiteSpaceTable,
  section: SiteSectionTable | undefined,
  defaults: Defaults,
): string {
  if (!section) return defaults.siteSpaces.has(siteSpace.id) ? "" : `/${siteSpace.path}`;
  if (defaults.siteSpaces.has(siteSpace.id)) return pathOfSection(section, defaults);
  return `/${section.path}/${siteSpace.path}`;
}
