/** Where somebody goes who has signed in: to a page of signing in, or by one of them to a docs site. */
import { siteNameIn } from "../sites/site-hosts.ts";
import { sessionPath } from "./cookies.ts";

/** @param next an address of a site, a path below `/_signin`, or anything that somebody has typed */
export function leadOn(base: string, next: string): string {
  if (next.startsWith(`${sessionPath}/tool?`)) return base + next;
  const site = siteAddressIn(base, next);
  if (site === undefined) return base + sessionPath;
  return `${base}${sessionPath}/to?${new URLSearchParams({ to: site })}`;
}

/** @returns the address if it can be of a docs site of this platform: nobody is led elsewhere */
export function siteAddressIn(base: string, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const own = new URL(base);
  const isSite = siteNameIn(url.hostname) !== undefined && url.port === own.port;
  const isBelow = url.host === own.host && url.pathname.startsWith("/_site/");
  const isOwn = url.protocol === own.protocol && url.username === "" && url.password === "";
  return isOwn && (isSite || isBelow) ? url.href : undefined;
}

/**
 * The platform's own address for pages of signing in, from one that a site has: identity providers know
 * one address of the platform, the one that `tome serve` prints.
 */
export function platformBase(base: string): string {
  const url = new URL(base);
  if (siteNameIn(url.hostname) === undefined) return base;
  url.hostname = "127.0.0.1";
  return url.origin;
}
