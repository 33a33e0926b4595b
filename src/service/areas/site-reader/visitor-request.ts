/** Requests of visitors, with the URL that the visitor sees behind a reverse proxy. */
import type { PublicRequest } from "../../core/public-route.ts";
import { findSiteByUrl } from "../site-lookup/resolve-url.ts";
import { siteFolder } from "../sites/urls/urls.ts";

/** Its URL is the one in the browser, so that links, redirects and cookies stay at the proxy. */
export interface VisitorRequest extends PublicRequest {
  /** The URL path of the site on its host, without a trailing slash; empty for the root. */
  readonly mount: string;
  /** The base URL of the platform for browsers; undefined if they cannot reach it. */
  readonly platform: string | undefined;
}

/** @returns undefined if a proxy forwards a URL that the site does not have */
export async function toVisitorRequest(
  request: PublicRequest,
): Promise<VisitorRequest | undefined> {
  const { siteId } = request.path;
  const folder = siteId === undefined ? "" : `/${siteFolder}/${siteId}`;
  const unchanged = { ...request, mount: folder, platform: request.base };
  const { forwarded, url } = request.request;
  if (!forwarded) return unchanged;
  const { origin, prefix, platform } = forwarded;
  const site = await findSiteByUrl(request, url);
  const { hostname } = new URL(origin);
  const mount = site && [...listMounts(site)].find((one) => isForwarded(one, hostname, prefix));
  // Without a prefix, the header may also name the platform itself.
  if (!mount) return prefix === undefined ? unchanged : undefined;
  const below = url.slice(new URL(url).origin.length).slice(folder.length);
  const visibleUrl = origin + mount.path + (below.startsWith("/") ? below : `/${below}`);
  return {
    ...request,
    mount: mount.path,
    platform,
    request: { ...request.request, url: visibleUrl },
  };
}

interface SiteMount {
  readonly hostname: string;
  readonly path: string;
}

/** The locations outside the platform at which a site is configured. */
function* listMounts({
  proxy,
  hostname,
}: {
  readonly proxy: string | null;
  readonly hostname: string | null;
}): Generator<SiteMount> {
  if (proxy !== null) {
    const [name = "", ...path] = proxy.split("/");
    yield { hostname: name.toLowerCase(), path: `/${path.join("/")}` };
  }
  if (hostname !== null) yield { hostname: hostname.toLowerCase(), path: "" };
}

function isForwarded(mount: SiteMount, hostname: string, prefix: string | undefined): boolean {
  if (mount.hostname !== hostname) return false;
  return prefix === undefined || prefix.toLowerCase() === mount.path.toLowerCase();
}
