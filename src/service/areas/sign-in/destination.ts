/** Validated redirect targets after a sign-in: sign-in pages and sites. */
import { siteNameIn } from "../sites/urls/site-hosts.ts";
import { sessionPath } from "./cookies.ts";

/** @param next a site URL or a path below `/_signin`; any other, untrusted value leads to the sign-in page */
export function leadOn(base: string, next: string): string {
  // Parsed, because a header must not contain a line break.
  if (next.startsWith(`${sessionPath}/tool?`)) return new URL(base + next).href;
  const site = siteAddressIn(base, next);
  if (site === undefined) return base + sessionPath;
  return `${base}${sessionPath}/to?${new URLSearchParams({ to: site })}`;
}

/** @returns the URL if it belongs to a site of this platform, which prevents open redirects */
export function siteAddressIn(base: string, href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  const platformUrl = new URL(base);
  const isSiteHost = siteNameIn(url.hostname) !== undefined && url.port === platformUrl.port;
  const isSitePath = url.host === platformUrl.host && url.pathname.startsWith("/_site/");
  const hasSameScheme =
    url.protocol === platformUrl.protocol && url.username === "" && url.password === "";
  return hasSameScheme && (isSiteHost || isSitePath) ? url.href : undefined;
}

/**
 * The base URL for sign-in pages, from the base URL of a site. Identity providers are configured with a
 * single URL of the platform, the one that `tome serve` prints.
 */
export function platformBase(base: string): string {
  const url = new URL(base);
  if (siteNameIn(url.hostname) === undefined) return base;
  url.hostname = "127.0.0.1";
  return url.origin;
}
