/**
 * The addresses of a site and its parts. A published site has a host of its own on this machine,
 * `http://docs.acme.site.localhost:4000`; where the platform is reached by another name, it has a path,
 * `https://tome.example.com/_site/<id>`. With a proxy, it is where the proxy shows the site; with a
 * hostname of its own, it is there.
 * read-address.ts is the reverse.
 */
import type { Defaults } from "./defaults.ts";
import type { OpeningKey } from "./share-keys.ts";
import { findHost, type NamedSite } from "./site-hosts.ts";
import type { SiteSectionTable, SiteSpaceTable, SiteTable } from "./tables.ts";

type Located = NamedSite & Pick<SiteTable, "proxy" | "hostname">;
type Addressed = Located & Pick<SiteTable, "published" | "visibility">;

/** The first part of the path of a site that has no host of its own; its id follows. */
export const siteFolder = "_site";

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
  const home = getHomeUrl(base, site) + (isShared ? `/${encodeURIComponent(opening.key)}` : "");
  return (path) => home + escaped(path);
}

/** Where a site begins, without a slash at its end. */
function getHomeUrl(base: string, site: Located): string {
  if (site.proxy !== null) return `https://${site.proxy}`;
  if (site.hostname !== null) return `https://${site.hostname}`;
  const { protocol, hostname, port } = new URL(base);
  const host = isLoopback(hostname) ? findHost(site) : undefined;
  if (host === undefined) return siteFolderAddress(base, site);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

/** Where the platform itself shows a site under every name that it has. */
export function siteFolderAddress(base: string, { id }: Pick<SiteTable, "id">): string {
  return `${base}/${siteFolder}/${id}`;
}

/** Whether a name is of this machine, for whoever uses it. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A path as addresses have it. */
export function escaped(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The path of a section on its site; empty for the default one, at which visitors arrive. */
export function resolveSectionPath(section: SiteSectionTable, defaults: Defaults): string {
  return defaults.section === section.id ? "" : `/${section.path}`;
}

/**
 * The path of a site space on its site. Unless it is the default of its section, the path includes
 * the section, even the default one: alone, it could be the path of another section.
 * @param section absent at the root
 */
export function resolveSiteSpacePath(
  siteSpace: SiteSpaceTable,
  section: SiteSectionTable | undefined,
  defaults: Defaults,
): string {
  if (!section) return defaults.siteSpaces.has(siteSpace.id) ? "" : `/${siteSpace.path}`;
  if (defaults.siteSpaces.has(siteSpace.id)) return resolveSectionPath(section, defaults);
  return `/${section.path}/${siteSpace.path}`;
}
