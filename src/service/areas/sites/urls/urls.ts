/**
 * URLs of a site and its parts. On a loopback host, a published site has its own hostname,
 * `http://docs.acme.site.localhost:4000`; otherwise it has a path, `https://tome.example.com/_site/<id>`.
 * A site with a proxy has the URL of the proxy, and a site with a custom hostname has that host.
 * read-address.ts parses these URLs.
 */
import { buildAppUrl } from "../../../core/app-urls.ts";
import type { Defaults } from "../structure/defaults.ts";
import type { SiteSectionTable, SiteSpaceTable, SiteTable } from "../tables.ts";
import type { OpeningKey } from "../visitors/share-keys.ts";
import { findHost, type NamedSite } from "./site-hosts.ts";

type LocatedSite = NamedSite & Pick<SiteTable, "proxy" | "hostname">;
type PublishedSite = LocatedSite & Pick<SiteTable, "published" | "visibility">;

/** The first path segment of a site without its own host; the id of the site follows. */
export const siteFolder = "_site";

/** Builds a URL from a path on the site, which is empty or begins with a slash. */
export type ToPublishedUrl = (path: string) => string;

export function buildSiteUrl(
  base: string,
  { id, organization_id }: Pick<SiteTable, "id" | "organization_id">,
): string {
  return `${base}/v1/orgs/${organization_id}/sites/${id}`;
}

/** The URL of the workspace page of a site. */
export function getSiteAppUrl(
  base: string,
  { id, organization_id }: Pick<SiteTable, "id" | "organization_id">,
): string {
  return buildAppUrl(base, `/orgs/${organization_id}/sites/${id}`);
}

/**
 * @param opening the caller's share link key, if any
 * @returns undefined if the site is not published, or requires a key
 */
export function buildPublishedUrl(
  base: string,
  site: PublishedSite,
  opening: OpeningKey | undefined,
): ToPublishedUrl | undefined {
  if (site.published === 0) return undefined;
  if (site.visibility === "share-link" && !opening) return undefined;
  return createSiteUrls(base, site, opening);
}

/**
 * The URLs of a site, whether or not it is published.
 * @param opening the share link key, which is included if visitors need one
 */
export function createSiteUrls(
  base: string,
  site: PublishedSite,
  opening: OpeningKey | undefined,
): ToPublishedUrl {
  const isShared = site.visibility === "share-link" && opening !== undefined;
  const home = getHomeUrl(base, site) + (isShared ? `/${encodeURIComponent(opening.key)}` : "");
  return (path) => home + escapePath(path);
}

/** The URL of a site, without a trailing slash. */
function getHomeUrl(base: string, site: LocatedSite): string {
  if (site.proxy !== null) return `https://${site.proxy}`;
  if (site.hostname !== null) return `https://${site.hostname}`;
  const { protocol, hostname, port } = new URL(base);
  const host = isLoopback(hostname) ? findHost(site) : undefined;
  if (host === undefined) return buildSiteFolderUrl(base, site);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

/** The URL at which every hostname of the platform serves a site. */
export function buildSiteFolderUrl(base: string, { id }: Pick<SiteTable, "id">): string {
  return `${base}/${siteFolder}/${id}`;
}

/** Whether a hostname always resolves to the local machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Percent-encodes a path. */
export function escapePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The path of a section on its site; empty for the default section. */
export function resolveSectionPath(section: SiteSectionTable, defaults: Defaults): string {
  return defaults.section === section.id ? "" : `/${section.path}`;
}

/**
 * The path of a site space on its site. Unless the site space is the default of its section, the path
 * includes the path of the section, even of the default section, to distinguish it from other sections.
 * @param section undefined at the root
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
