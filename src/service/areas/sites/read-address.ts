/** Which docs site an address names, and what is below it: the reverse of making such an address. */
import { siteFolder } from "./addresses.ts";
import { type SiteName, siteNameIn } from "./site-hosts.ts";
import type { SiteTable } from "./tables.ts";

/** An address of the web, in its parts. */
export interface WebAddress {
  /** Scheme, host and port as they are written, in small letters. */
  readonly origin: string;
  /** In small letters, without a port: sites are the same ones on every port. */
  readonly hostname: string;
  /** The parts of the path as they are written, without empty ones. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** As it is written, after the `#`. */
  readonly anchor: string | undefined;
}

const form =
  /^(https?):\/\/(?:[^/?#@]*@)?([^/?#@:[\]]+|\[[\da-f:.]+\])(:\d+)?:?(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/is;

/** @returns absent for what is no address of the web */
export function readAddress(url: string): WebAddress | undefined {
  const [whole, scheme = "", host = "", port = "", path = "", query, anchor] =
    form.exec(url.trim()) ?? [];
  if (whole === undefined) return undefined;
  return {
    origin: `${scheme}://${host}${port}`.toLowerCase(),
    hostname: host.toLowerCase(),
    segments: path.split("/").filter((segment) => segment !== ""),
    query: new URLSearchParams(query ?? ""),
    anchor,
  };
}

/** What an address says about its site. */
export type Named =
  | (SiteName & { readonly above: number })
  /** The addresses at which a proxy may show it, the longest first: `docs.example.com/help`. */
  | { readonly hostname: string; readonly proxies: readonly string[] };

/** A proxy is no longer. */
const longestProxy = 512;

/**
 * The number of parts of the path that belong to the name is `above`; for a proxy, it is as many as
 * the proxy has.
 */
export function namedIn({ hostname, segments }: WebAddress): Named {
  const name = siteNameIn(hostname);
  if (name) return { ...name, above: 0 };
  const [folder, id] = segments;
  if (folder === siteFolder && id !== undefined) return { id, above: 2 };
  const proxies: string[] = [];
  let proxy = hostname;
  for (const segment of segments) {
    proxy = `${proxy}/${segment}`;
    if (proxy.length > longestProxy) break;
    proxies.unshift(proxy);
  }
  return { hostname, proxies };
}

type Site = Pick<SiteTable, "id" | "basename" | "proxy" | "hostname"> & {
  readonly organization_hostname: string | null;
};

/**
 * Whatever address a site has now, its name on this machine and its path on the platform lead to it.
 * @returns how many parts of the path are above the site; absent for an address that is not of it
 */
export function partsAbove(address: WebAddress, site: Site): number | undefined {
  const named = namedIn(address);
  if ("proxies" in named) {
    const proxy = site.proxy?.toLowerCase();
    const isOfProxy = named.proxies.some((one) => one.toLowerCase() === proxy);
    if (proxy !== undefined && isOfProxy) return proxy.split("/").length - 1;
    return named.hostname === site.hostname ? 0 : undefined;
  }
  if ("id" in named) return named.id === site.id ? named.above : undefined;
  const isNamed =
    named.basename === site.basename && named.organization === site.organization_hostname;
  return isNamed ? named.above : undefined;
}
