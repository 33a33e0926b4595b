/** Parsing of URLs of sites; the counterpart of addresses.ts. */

import type { SiteTable } from "../tables.ts";
import { parseSiteName, type SiteName } from "./site-hosts.ts";
import { siteFolder } from "./urls.ts";

/** A parsed HTTP URL. */
export interface WebAddress {
  /** Scheme, host and port in lower case, as written. */
  readonly origin: string;
  /** In lower case, without the port, which does not identify a site. */
  readonly hostname: string;
  /** The non-empty path segments, as written. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** The query as written, without `?`. */
  readonly search: string;
  /** The fragment as written, without `#`. */
  readonly anchor: string | undefined;
}

const form =
  /^(https?):\/\/(?:[^/?#@]*@)?([^/?#@:[\]]+|\[[\da-f:.]+\])(:\d+)?:?(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/is;

/** @returns undefined if the text is not an HTTP URL */
export function readAddress(url: string): WebAddress | undefined {
  const [match, scheme = "", host = "", port = "", path = "", search = "", anchor] =
    form.exec(url.trim()) ?? [];
  if (match === undefined) return undefined;
  return {
    origin: `${scheme}://${host}${port}`.toLowerCase(),
    hostname: host.toLowerCase(),
    segments: path.split("/").filter((segment) => segment !== ""),
    query: new URLSearchParams(search),
    search,
    anchor,
  };
}

/** The site that a URL identifies. */
export type NamedSiteUrl =
  | (SiteName & { readonly above: number })
  /** The possible proxy locations, longest first: `docs.example.com/help`. */
  | { readonly hostname: string; readonly proxies: readonly string[] };

/** Maximum length of a proxy location. */
const maxProxyLength = 512;

/**
 * `above` is the number of path segments that identify the site. For a proxy, it is the number of
 * segments of the proxy location.
 */
export function parseSiteUrl({ hostname, segments }: WebAddress): NamedSiteUrl {
  const name = parseSiteName(hostname);
  if (name) return { ...name, above: 0 };
  const [folder, id] = segments;
  if (folder === siteFolder && id !== undefined) return { id, above: 2 };
  const proxies: string[] = [];
  let proxy = hostname;
  for (const segment of segments) {
    proxy = `${proxy}/${segment}`;
    if (proxy.length > maxProxyLength) break;
    proxies.unshift(proxy);
  }
  return { hostname, proxies };
}

type UrlSite = Pick<SiteTable, "id" | "basename" | "proxy" | "hostname"> & {
  readonly organization_hostname: string | null;
};

/**
 * Accepts all URLs of a site: its localhost name, its path on the platform, its proxy and its hostname.
 * @returns the number of path segments that identify the site; undefined if the URL is not of the site
 */
export function countPartsAbove(address: WebAddress, site: UrlSite): number | undefined {
  const siteName = parseSiteUrl(address);
  if ("proxies" in siteName) {
    const proxy = site.proxy?.toLowerCase();
    const isProxyUrl = siteName.proxies.some((one) => one.toLowerCase() === proxy);
    if (proxy !== undefined && isProxyUrl) return proxy.split("/").length - 1;
    return siteName.hostname === site.hostname ? 0 : undefined;
  }
  if ("id" in siteName) return siteName.id === site.id ? siteName.above : undefined;
  const isSame =
    siteName.basename === site.basename && siteName.organization === site.organization_hostname;
  return isSame ? siteName.above : undefined;
}
