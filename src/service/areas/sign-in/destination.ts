/** Validated redirect targets after a sign-in: sign-in pages and sites. */
import type { PublicRequest } from "../../core/public-route.ts";
import { findSiteByUrl } from "../site-lookup/resolve-url.ts";
import { parseSiteName } from "../sites/urls/site-hosts.ts";
import { siteFolder } from "../sites/urls/urls.ts";
import { sessionPath } from "./cookies.ts";

/** @param next a site URL or a path below `/_signin`; any other, untrusted value leads to the sign-in page */
export async function resolveRedirectTarget(request: PublicRequest, next: string): Promise<string> {
  const { base } = request;
  // Parsed, because a header must not contain a line break.
  if (next.startsWith(`${sessionPath}/tool?`)) return new URL(base + next).href;
  const site = await findSiteUrl(request, next);
  if (site === undefined) return base + sessionPath;
  return `${base}${sessionPath}/to?${new URLSearchParams({ to: site })}`;
}

/** @returns the URL if it belongs to a site of this platform, which prevents open redirects */
export async function findSiteUrl(
  request: Pick<PublicRequest, "db" | "base">,
  href: string,
): Promise<string | undefined> {
  const { base } = request;
  const own = resolveSiteUrl(base, href);
  if (own !== undefined || !URL.canParse(href)) return own;
  const url = new URL(href);
  // The custom hostname or proxy of a site, below a verified domain.
  const isProtected = url.protocol === "https:" || isOverHttp(base, url);
  const isCustom = isProtected && url.username === "" && url.password === "";
  const site = isCustom ? await findSiteByUrl(request, url.href) : undefined;
  return site && parseSiteName(url.hostname) === undefined && !isSitePath(url)
    ? url.href
    : undefined;
}

/** Without TLS for the platform itself, such as in a local test, its sites need none either. */
function isOverHttp(base: string, { protocol }: URL): boolean {
  return protocol === "http:" && new URL(base).protocol === "http:";
}

function isSitePath({ pathname }: URL): boolean {
  return pathname.startsWith(`/${siteFolder}/`);
}

function resolveSiteUrl(base: string, href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  const platformUrl = new URL(base);
  const isSiteHost = parseSiteName(url.hostname) !== undefined && url.port === platformUrl.port;
  const isOwnPath = url.host === platformUrl.host && isSitePath(url);
  const hasSameScheme =
    url.protocol === platformUrl.protocol && url.username === "" && url.password === "";
  return hasSameScheme && (isSiteHost || isOwnPath) ? url.href : undefined;
}

/**
 * The base URL for sign-in pages, from the base URL of a site. Identity providers are configured with a
 * single URL of the platform, the one that `tome serve` prints.
 */
export function toPlatformBase(base: string): string {
  const url = new URL(base);
  if (parseSiteName(url.hostname) === undefined) return base;
  url.hostname = "127.0.0.1";
  return url.origin;
}
